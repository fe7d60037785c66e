/** The scripts that an installation may run, and the packages that it may fetch. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

interface Lock {
  readonly packages: Record<string, { hasInstallScript?: boolean; resolved?: string; version?: string; dev?: boolean }>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const names = (chosen: (each: Lock['packages'][string]) => boolean): string[] =>
  Object.entries(packages)
    .filter(([path, each]) => path !== '' && chosen(each))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .sort();

test('the threat model names every install script', () => {
  const scripts = new Set(names(({ hasInstallScript }) => hasInstallScript === true));
  const installed = ['better-sqlite3', 'protobufjs'];
  const ofDevelopment = ['@bufbuild/buf', '@swc/core'];
  assert.equal([...scripts].sort(), [...installed, ...ofDevelopment].sort());
  const page = readFileSync('docs/threat-model.md', 'utf8');
  for (const name of scripts) assert.ok(page.includes(`\`${name}\``), name);
});

test('dependencies have exact versions, and the lock names no registry', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string> | undefined>;
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, version] of Object.entries(own[kind] ?? {})) assert.match(version, /^\d+\.\d+\.\d+/, name);
  assert.equal(
    names(({ resolved }) => resolved !== undefined && !resolved.startsWith('file:') && resolved !== ''),
    [],
  );
});

test('every dependency has the version that its dependents and peers ask for, except for FreeSewing among itself', () => {
  const listed = spawnSync('npm', ['ls', '--all', '--json', '--package-lock-only'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { problems = [], dependencies } = JSON.parse(listed.stdout) as { problems?: string[]; dependencies?: object };
  assert.ok(dependencies && Object.keys(dependencies).length > 50);
  assert.equal(
    problems.filter((problem) => !/^invalid: @freesewing\/(core|snapseries)@/.test(problem)),
    [],
  );
});

test.run();
