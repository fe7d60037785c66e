/** Slips of the person at the keyboard. Each is refused in a sentence, and leaves nothing behind. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from './readme.js';
import { type Run, selvage, temporaryFolder } from './run-selvage.js';

const parts = join(packageRoot, 'examples/parts.svg');

async function refused(args: readonly string[], code: number, sentence: RegExp, cwd?: string): Promise<Run> {
  const run = await selvage(args, cwd === undefined ? {} : { cwd });
  assert.is(run.code, code, run.stderr);
  assert.match(run.stderr, sentence);
  assert.match(run.stderr, /^selvage: /m, 'errors begin with the name of the program');
  assert.not.match(run.stderr, /ENOENT|EISDIR|errno|at .*\.js/);
  return run;
}

test('a measurement that no adult has is refused, with the unit that it may have been in', async () => {
  await refused(['body', 'female', 'height=5000'], 2, /height is 5000 cm, outside .* 125 to 225 cm/);
  const { stdout } = await refused(['body', 'female', 'height=1.68', 'weight=62'], 2, /1\.68 metres is 168 cm/);
  assert.is(stdout, '', 'no table of an impossible body');
  const draft = ['pattern', 'draft', 'A-line skirt', '--gender', 'female', '--body', 'height=1.68', 'weight=62'];
  const folder = temporaryFolder();
  await refused([...draft, '-o', join(folder, 'skirt.svg')], 2, /1\.68 metres is 168 cm/);
  assert.equal(readdirSync(folder), []);
  // the deprecated spelling counts as the field that it stands for
  await refused(['body', 'female', 'height=168', 'nackSideToWaistBack=400'], 2, /nackSideToWaistBack is 400 cm/);
});

test('a number in any notation but the decimal one is refused, in arguments and in tables', async () => {
  for (const height of ['0xA8', '0b10101000', 'Infinity']) {
    await refused(['body', 'female', `height=${height}`], 2, new RegExp(`height is "${height}"; it must be a number`));
  }
  const table = join(temporaryFolder(), 'people.csv');
  writeFileSync(table, 'gender,height,hipGirth\nfemale,168,0x5A\n');
  await refused(['body', '--csv', table], 2, /0x5A/);
  const { code } = await selvage(['body', 'female', 'height=+1.68e2']);
  assert.is(code, 0);
});

test('a near name of a pattern is suggested', async () => {
  await refused(['pattern', 'draft', 'A-line skrt'], 4, /did you mean "A-line skirt"\?/);
  await refused(['pattern', 'versions', 'Simon shrit'], 4, /did you mean "Simon shirt"\?/);
});

test('a draft is written in the format that the name of its file ends in', async () => {
  const folder = temporaryFolder();
  const begins = { 'x.svg': /<svg /, 'x.DXF': /SECTION/, 'x.pdf': /^%PDF/, 'x.json': /^\{/ };
  for (const [name, start] of Object.entries(begins)) {
    const { code, stderr } = await selvage(['pattern', 'draft', 'Tote bag', '-o', name], { cwd: folder });
    assert.is(code, 0, stderr);
    assert.match(readFileSync(join(folder, name), 'latin1'), start);
  }
  await refused(['pattern', 'draft', 'Tote bag', '-o', 'x.svg', '--format', 'dxf'], 2, /names the format svg/, folder);
  await refused(['pattern', 'draft', 'Tote bag', '-o', 'x.png'], 2, /must end in .*\.svg.*or needs --format/, folder);
});

test('an empty layout is a failure', async () => {
  const folder = temporaryFolder();
  await refused(['nest', parts, '--width', '12', '--time', '0.5'], 2, /No part fits/, folder);
});

test('the unit holds for the sheet and the distances too', async () => {
  const folder = temporaryFolder();
  const square = join(folder, 'squares.svg');
  // two squares of an inch on a roll of an inch, half an inch apart
  const path = '<path id="a" d="M0 0h25.4v25.4h-25.4z"/><path id="b" d="M30 0h25.4v25.4h-25.4z"/>';
  writeFileSync(
    square,
    `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="0 0 60 30">${path}</svg>`,
  );
  const args = ['--unit', 'in', '--width', '1', '--distance', '0.5', '--time', '0.5', '--json'];
  const { code, stdout, stderr } = await selvage(['nest', square, ...args], { cwd: folder });
  assert.is(code, 0, stderr);
  const { usage } = JSON.parse(stdout) as { usage: { length: number } };
  assert.ok(Math.abs(usage.length - 2.5 * 25.4) < 1e-3, `${usage.length}`);
});

test('a flag that has no effect is refused', async () => {
  const folder = temporaryFolder();
  const request = join(packageRoot, 'examples/marker.json');
  await refused(['nest', request, '--width', '12'], 2, /--width goes with a drawing/, folder);
  await refused(['nest', parts, '--width', '300', '--sheets', '3'], 2, /--sheets goes with --sheet/, folder);
  await refused(['nest', parts, '--width', '300', '--page', 'a4'], 2, /--page goes with .*pdf/, folder);
  await refused(
    ['nest', parts, '--width', '300', '--scale', '1:2', '-o', 'x.dxf'],
    2,
    /--scale goes with .*pdf/,
    folder,
  );
  await refused(
    ['nest', parts, '--width', '300', '--lengths', 'inches', '-o', 'x.svg'],
    2,
    /--lengths goes with the format pdf, dxf or html/,
    folder,
  );
  const draft = ['pattern', 'draft', 'Tote bag'];
  await refused([...draft, '--dialect', 'aama'], 2, /--dialect goes with the format dxf/, folder);
  await refused([...draft, '--dxf-units', 'english', '-o', 'x.svg'], 2, /--dxf-units goes with the format dxf/, folder);
  await refused([...draft, '--size', 'M', '--format', 'pdf'], 2, /--size goes with the format dxf/, folder);
  await refused([...draft, '--paper', 'a4', '--format', 'dxf'], 2, /--paper goes with the format pdf/, folder);
  await refused([...draft, '--unit', 'imperial'], 2, /--unit goes with --body/, folder);
  await refused([...draft, '--measurements', 'me.smis'], 2, /--measurements goes with a \.sm2d or \.val file/, folder);
  assert.equal(readdirSync(folder), []);
});

test('a flag of another kind of pattern file is refused before the file is converted', async () => {
  const folder = temporaryFolder();
  for (const name of ['a.sm2d', 'a.val', 'a.json', 'a.dxf']) writeFileSync(join(folder, name), '');
  const wrong: [file: string, flags: readonly string[], kind: string][] = [
    ['a.sm2d', ['--size', 'M'], '.dxf'],
    ['a.sm2d', ['--unit-mm', '10'], '.dxf'],
    ['a.val', ['--holes'], '.dxf'],
    ['a.json', ['--size', 'M'], '.dxf'],
    ['a.dxf', ['--measurements', 'me.smis'], '.sm2d or .val'],
    ['a.json', ['--name', 'A'], '.dxf, .sm2d or .val'],
  ];
  for (const [file, flags, kind] of wrong) {
    const sentence = new RegExp(`${flags[0]} goes with a ${kind.replaceAll('.', '\\.')} file, but ${file} is not one`);
    await refused(['pattern', 'import', file, ...flags], 2, sentence, folder);
  }
  await refused(['pattern', 'publish', 'a.val', '--holes'], 2, /--holes goes with a \.dxf file/, folder);
  await refused(['pattern', 'publish', 'Skirt', '--size', 'M'], 2, /--size goes with a \.dxf file/, folder);
  await refused(['pattern', 'publish', 'Skirt', '--check'], 2, /--check goes with a file/, folder);
  await refused(['pattern', 'publish', 'Skirt', '--draft'], 2, /--draft goes with a file/, folder);
  await refused(['pattern', 'publish', 'Skirt', '--pattern', 'B'], 2, /--pattern goes with a file/, folder);
  await refused(
    ['pattern', 'publish', 'a.dxf', '--pattern-version', '2'],
    2,
    /--pattern-version goes with the name/,
    folder,
  );
  await refused(['pattern', 'publish', 'a.dxf', '--draft', '--public'], 2, /--public goes with .*--draft/, folder);
});

test('a missing file, a folder and a wrong flag are reported in sentences', async () => {
  const folder = temporaryFolder();
  await refused(
    ['nest', 'nope.svg', '--width', '9'],
    2,
    /The file nope\.svg cannot be read: there is no such file/,
    folder,
  );
  await refused(['nest', '.', '--width', '9'], 2, /The file \. cannot be read: it is a folder/, folder);
  await refused(['nest', '--bogus'], 2, /unknown option '--bogus'/, folder);
  await refused(['serve', '--config', 'nope.json'], 2, /nope\.json.*cannot be read: there is no such file/, folder);
});

test('commands that only read leave no folder behind', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'bag.json'), (await selvage(['pattern', 'export', 'Tote bag'], { cwd })).stdout);
  for (const args of [
    ['pattern', 'list'],
    ['pattern', 'list', '--own'],
    ['pattern', 'versions', 'Tote bag'],
    ['pattern', 'diff', 'A-line skirt', '1', '2'],
    ['pattern', 'draft', 'bag.json', '-o', 'bag.svg'],
    ['pattern', 'publish', 'bag.json', '--check'],
  ]) {
    const { code, stderr } = await selvage(args, { cwd });
    assert.is(code, 0, `${args.join(' ')}: ${stderr}`);
    assert.equal(readdirSync(cwd).sort(), existsSync(join(cwd, 'bag.svg')) ? ['bag.json', 'bag.svg'] : ['bag.json']);
  }
  await refused(['pattern', 'publish', 'nope.json'], 2, /there is no such file/, cwd);
  await refused(['pattern', 'publish', 'nope'], 4, /You have no pattern "nope"/, cwd);
  for (const args of [
    ['key', 'list', 'demo'],
    ['user', 'list'],
    ['org', 'list'],
    ['key', 'create', 'demo'],
    ['key', 'revoke', 'x'],
    ['audit', '--all'],
    ['job', 'list'],
    ['job', 'purge', '--older-than', '0'],
    ['webhook', 'list'],
    ['webhook', 'delete', 'x'],
    ['account', 'keys'],
    ['account', 'revoke-key', 'x'],
    ['project', 'list'],
  ]) {
    await refused(args, 4, /\.\/selvage-data holds no store/, cwd);
  }
  assert.not.ok(existsSync(join(cwd, 'selvage-data')));
});

test.run();
