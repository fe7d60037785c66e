/** Completion for fish, with descriptions. */
import type { SpokenCommand } from './spoken.js';

export function fishCompletion(commands: readonly SpokenCommand[]): string {
  const lines = commands.flatMap(({ words, commands: subs, options, choices }) => {
    const place = condition(
      words,
      subs.map(({ name }) => name),
    );
    const files = subs.length > 0 || choices.length > 0 ? ' -f' : '';
    return [
      ...subs.map(({ name, description }) => `complete -c selvage -n ${place} -f -a ${name} -d ${quoted(description)}`),
      ...(choices.length > 0 ? [`complete -c selvage -n ${place} -f -a ${quoted(choices.join(' '))}`] : []),
      ...options.map(({ flags, description, takesValue, choices: values }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        const value = takesValue ? (values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r') : files;
        return `complete -c selvage -n ${place} ${names.join(' ')}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# selvage completion fish\n${lines.join('\n')}\n`;
}

/** True if the line holds the words of the command, and none of the commands below it. */
function condition(words: readonly string[], below: readonly string[]): string {
  if (words.length === 0) return '__fish_use_subcommand';
  const said = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const unsaid = below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : [];
  return quoted([...said, ...unsaid].join('; and '));
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
