/** Comforts of the program: help with examples, and completion in shells. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bashCompletion } from '../../src/cli/completion/bash.js';
import { fishCompletion } from '../../src/cli/completion/fish.js';
import { spokenCommands } from '../../src/cli/completion/spoken.js';
import { zshCompletion } from '../../src/cli/completion/zsh.js';
import { program } from '../../src/cli/program.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { temporaryFolder } from './run-selvage.js';
import { testWith } from './with-tool.js';

const selvage = await program();

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

test('the help of every command has a description, and examples of its own or of its parent', () => {
  const check = (command: Command, above: string): void => {
    const help = helpOf(command);
    assert.ok(command.description(), command.name());
    const isGroup = command.commands.length > 0;
    assert.ok(
      isGroup || /Examples:/.test(help) || new RegExp(`\\$ selvage .*${command.name()}`).test(above),
      `${command.name()} has no example`,
    );
    for (const sub of command.commands) if (sub.name() !== 'help') check(sub, help);
  };

  for (const command of selvage.commands) if (command.name() !== 'help') check(command, helpOf(selvage));
});

test('the examples name patterns and size tables that exist, or your own', () => {
  const textOf = (command: Command): string => [helpOf(command), ...command.commands.map(textOf)].join('\n');
  const examples = textOf(selvage);
  const named = (before: RegExp): string[] =>
    [...examples.matchAll(before)].map(([, name]) => name!).filter((name) => !/^(My|Our) /.test(name));
  const patterns = named(/\$ selvage (?:marker|pattern [a-z]+) "([^"]+)"/g);
  const tables = named(/\$ selvage .*(?:--table|sizes show) "([^"]+)"/g);
  assert.ok(patterns.length > 5 && tables.length > 5);
  const libraryPatterns = libraryVersions().map(({ name }) => name);
  assert.equal(
    patterns.filter((name) => !libraryPatterns.includes(name)),
    [],
  );
  const libraryTables = librarySizeTables.map(({ name }) => name);
  assert.equal(
    tables.filter((name) => !libraryTables.includes(name)),
    [],
  );
});

test('every command has --json but those that print a script or speak a protocol', () => {
  const check = (command: Command): string[] =>
    command.commands.length > 0
      ? command.commands.filter((sub) => sub.name() !== 'help').flatMap(check)
      : command.options.some(({ long }) => long === '--json')
        ? []
        : [command.name()];
  assert.equal(check(selvage), ['mcp', 'completion']);
});

/** The completions that bash offers for the last word. */
function bashOffers(...words: string[]): string[] {
  const file = join(temporaryFolder(), 'completion');
  writeFileSync(file, bashCompletion(spokenCommands(selvage)));
  const script =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
    'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _selvage; printf "%s\\n" "${COMPREPLY[@]}"';
  return execFileSync('bash', ['-c', script, 'bash', file, 'selvage', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

test('bash completes commands, flags and their values', () => {
  assert.equal(bashOffers('comp'), ['completion']);
  assert.equal(bashOffers('pattern', 'dr'), ['draft']);
  assert.equal(bashOffers('pattern', 'draft', '--form'), ['--format']);
  assert.ok(bashOffers('pattern', 'draft', '--format', '').includes('svg'));
  assert.equal(bashOffers('completion', ''), ['bash', 'zsh', 'fish']);
  assert.equal(bashOffers('nest', '--page', 'a'), ['a4']);
});

testWith('fish', 'fish completes commands, flags and their values', () => {
  const file = join(temporaryFolder(), 'selvage.fish');
  writeFileSync(file, fishCompletion(spokenCommands(selvage)));
  const offers = (line: string): string[] =>
    execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, line], {
      encoding: 'utf8',
    })
      .split('\n')
      .flatMap((offer) => (offer === '' ? [] : [offer.split('\t')[0]!]));
  assert.equal(offers('selvage comp'), ['completion']);
  assert.equal(offers('selvage pattern dra'), ['draft']);
  assert.equal(offers('selvage pattern draft --format s'), ['svg']);
  assert.ok(offers('selvage pattern draft --dxf').includes('--dxf-units'));
});

/** Types a line and a tab into a zsh with the completion, and prints the resulting line. */
const zshTyping = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; source $1"
zpty -w shell "show() { zle complete-word; print -r -- \\"<<\\$BUFFER>>\\" }; zle -N show; bindkey '^I' show; print ready\\$((1))"
zpty -r shell line '*ready1*'
zpty -w -n shell "$2"$'\\t'
zpty -r shell line '*<<*>>*'
print -r -- $line`;

testWith('zsh', 'zsh completes commands, flags and their values', () => {
  const folder = temporaryFolder();
  const [file, script] = [join(folder, '_selvage'), join(folder, 'typing.zsh')];
  writeFileSync(file, zshCompletion(spokenCommands(selvage)));
  writeFileSync(script, zshTyping);
  const completed = (line: string): string | undefined =>
    /<<(.*)>>/.exec(
      execFileSync('zsh', ['-f', script, file, line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )?.[1];
  assert.is(completed('selvage comp'), 'selvage completion ');
  assert.is(completed('selvage pattern dra'), 'selvage pattern draft ');
  assert.is(completed('selvage pattern draft --form'), 'selvage pattern draft --format ');
  assert.is(completed('selvage pattern draft --format s'), 'selvage pattern draft --format svg ');
});

test('the scripts for zsh and fish hold every command and every flag', () => {
  const commands = spokenCommands(selvage);
  const [zsh, fish] = [zshCompletion(commands), fishCompletion(commands)];
  for (const { commands: subs, options } of commands) {
    for (const { name } of subs) {
      assert.match(zsh, new RegExp(`'${name}:`));
      assert.match(fish, new RegExp(` -a ${name} `));
    }
    for (const { flags } of options) {
      assert.ok(zsh.includes(`'${flags[0]}[`), flags[0]);
      assert.ok(fish.includes(` -l ${flags[0]!.slice(2)} `) || fish.includes(` -l ${flags[0]!.slice(2)}\n`), flags[0]);
    }
  }
});

test.run();
