/** Completion for zsh, with descriptions. */
import type { SpokenCommand, SpokenOption } from './spoken.js';

export function zshCompletion(commands: readonly SpokenCommand[]): string {
  const functions = commands.map((command) => {
    const { words, commands: subs, options, choices } = command;
    const specs = options.map(optionSpec);
    if (subs.length === 0) {
      const rest = choices.length > 0 ? `1:value:(${choices.join(' ')})` : '*:file:_files';
      return `${functionName(words)}() {\n  _arguments -s ${[...specs, rest].map(quoted).join(' \\\n    ')}\n}`;
    }
    const list = subs.map(({ name, description }) => quoted(`${name}:${description.replaceAll(':', '\\:')}`));
    return `${functionName(words)}() {
  local line state
  local -a commands=(${list.join(' ')})
  _arguments -C ${[...specs, '1: :->command', '*::argument:->rest'].map(quoted).join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${subs.map(({ name }) => `        ${name}) ${functionName([...words, name])} ;;`).join('\n')}
      esac ;;
  esac
}`;
  });
  return `#compdef selvage\n# selvage completion zsh\n${functions.join('\n')}\ncompdef _selvage selvage\n`;
}

const functionName = (words: readonly string[]): string => ['_selvage', ...words].join('_');

function optionSpec({ flags, description, takesValue, choices }: SpokenOption): string {
  const text = `[${description.replace(/[[\]]/g, '')}]`;
  const value = takesValue ? (choices.length > 0 ? `:value:(${choices.join(' ')})` : ':value:_files') : '';
  const [long] = flags;
  return `${long}${text}${value}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
