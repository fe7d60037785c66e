/** `selvage completion`: prints the script by which a shell completes the commands of this version. */
import { Argument, Command } from 'commander';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { spokenCommands } from './spoken.js';
import { zshCompletion } from './zsh.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** @param program the whole program, called when the command runs */
export function completionCommand(program: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a script that completes commands and flags in bash, zsh or fish')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
Examples:
  $ selvage completion bash > ~/.local/share/bash-completion/completions/selvage
  $ selvage completion zsh > "\${fpath[1]}/_selvage"
  $ selvage completion fish > ~/.config/fish/completions/selvage.fish`,
    )
    .action(async (shell: keyof typeof shells) => {
      process.stdout.write(shells[shell](spokenCommands(await program())));
    });
}
