import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodes } from '../../src/cli/exit.js';
import { program } from '../../src/cli/program.js';
import { packageRoot } from './readme.js';

const documents = [
  ...readdirSync(packageRoot).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|\.vitepress/.test(name))
    .map((name) => join('docs', name)),
];
const read = (name: string): string => readFileSync(join(packageRoot, name), 'utf8');

/** Anchors as hosts of repositories make them from headings. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test('every link of the documents leads somewhere', () => {
  let links = 0;
  for (const name of documents) {
    for (const [, target] of read(name).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      links += 1;
      const [path, section] = target!.split('#') as [string, string | undefined];
      const file = path === '' ? name : join(dirname(name), path);
      assert.ok(existsSync(join(packageRoot, file)), `${name}: ${target}`);
      if (section === undefined) continue;
      const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!));
      assert.ok(headings.includes(section), `${name}: ${target}`);
    }
  }
  assert.ok(links > 20);
});

test('every program that a document names exists', () => {
  let programs = 0;
  for (const name of documents) {
    for (const [, path] of read(name).matchAll(/\bdist\/([\w/.-]+)\.js/g)) {
      programs += 1;
      assert.ok(existsSync(join(packageRoot, `${path}.ts`)), `${name}: ${path}`);
    }
  }
  assert.ok(programs > 3);
});

test('docs/cli.md has every command and every exit code, and the decisions are all listed', async () => {
  const cli = read('docs/cli.md');
  for (const command of (await program()).commands) assert.match(cli, `\`${command.name()}`);
  for (const code of Object.values(exitCodes)) assert.match(cli, new RegExp(`^\\| +${code} \\|`, 'm'));
  const decisions = read('docs/decisions/README.md');
  for (const name of readdirSync(join(packageRoot, 'docs/decisions'))) {
    if (/^\d/.test(name)) assert.match(decisions, name);
  }
});

test('the changelog has the day and the news of this version, and nothing waits in an empty section', () => {
  const changelog = read('CHANGELOG.md');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    assert.match(section, /^(Unreleased|\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\))\n\n(### .+\n\n)?- /);
  }
  assert.ok(
    sections.some((section) => section.startsWith(`${version} (`)),
    version,
  );
});

test.run();
