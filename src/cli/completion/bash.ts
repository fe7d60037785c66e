/** Completion for bash. */
import type { SpokenCommand } from './spoken.js';

export function bashCompletion(commands: readonly SpokenCommand[]): string {
  const known = commands.flatMap(({ words }) => (words.length === 0 ? [] : [`'${words.join(' ')}'`]));
  const cases = commands.map(({ words, commands: subs, options, choices }) => {
    const values = options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices: these }) => `        ${flags.join('|')}) values='${these.join(' ')}' ;;`);
    return `    '${words.join(' ')}')
      offered='${[...subs.map(({ name }) => name), ...choices].join(' ')}'
      flags='${options.flatMap(({ flags }) => flags).join(' ')}'
      case "$before" in
${[...values, '        *) takes_value=no ;;'].join('\n')}
      esac ;;`;
  });
  return `# selvage completion bash
_selvage() {
  local word before path='' values='' offered='' flags='' takes_value=yes i
  word=\${COMP_WORDS[COMP_CWORD]}
  before=\${COMP_WORDS[COMP_CWORD - 1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${known.join(' | ')}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=()
  if [[ $takes_value == yes ]]; then
    if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ -n $offered ]]; then
    COMPREPLY=($(compgen -W "$offered" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _selvage selvage
`;
}
