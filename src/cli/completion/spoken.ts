/** A command as a shell completes it: its words, its options and their values. */
import type { Command, Option } from 'commander';

export interface SpokenCommand {
  /** Words after `selvage`: [] is the program itself, `['pattern', 'draft']` a nested command. */
  readonly words: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly SpokenOption[];
  /** Values of a first argument with choices. */
  readonly choices: readonly string[];
}

export interface SpokenOption {
  /** `--output`, and `-o` if there is a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** The command and all commands below it, outermost first. */
export function spokenCommands(command: Command, words: readonly string[] = []): SpokenCommand[] {
  const visible = command.commands.filter((sub) => sub.name() !== 'help');
  return [
    {
      words,
      commands: visible.map((sub) => ({ name: sub.name(), description: firstLine(sub.description()) })),
      options: [...command.options.map(spokenOption), help],
      choices: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...visible.flatMap((sub) => spokenCommands(sub, [...words, sub.name()])),
  ];
}

const help: SpokenOption = {
  flags: ['--help', '-h'],
  description: 'explain the command',
  takesValue: false,
  choices: [],
};

const spokenOption = ({ long, short, description, required, optional, argChoices }: Option): SpokenOption => ({
  flags: [long, short].filter((flag) => flag !== undefined && flag !== null),
  description: firstLine(description),
  takesValue: required || optional,
  choices: argChoices ?? [],
});

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
