/** `selvage marker`: sizes of a table in, the files of a layout out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selvage, temporaryFolder } from './run-selvage.js';

const folder = temporaryFolder();
const men = ['--table', 'EN 13402-3 men'];

test('a marker of sizes is packed without a server, and written as files', async () => {
  const sizes = ['--sizes', '46=2,50', '--quantity', '2'];
  const sheet = ['--sheet', '3000x1500', '--sheets', '2', '--material', 'fabric'];
  const args = ['marker', 'Tote bag', ...men, ...sizes, ...sheet, '--time', '1', '-o', 'bags.svg', '--json'];
  const { code, stdout, stderr } = await selvage(args, { cwd: folder });
  assert.is(code, 0, stderr);
  const answer = JSON.parse(stdout) as { placements: { id: string }[]; unplaced: string[]; files: string[] };
  assert.equal([answer.unplaced, answer.files], [[], ['bags.svg']]);
  assert.ok(existsSync(join(folder, 'bags.svg')));
  const copies = (size: string): number => answer.placements.filter(({ id }) => id.includes(`-${size}-`)).length;
  assert.is(copies('46'), 2 * copies('50'));
  assert.is(copies('46') + copies('50'), answer.placements.length);
});

test('cloth that is folded and striped: the fold and the stripes hold together, and the picture shows both', async () => {
  const cloth = ['--form', 'folded', '--repeat-x', '60', '--offset-x', '7', '--rotations', '0,180'];
  const sheet = ['--width', '750', '--material', 'fabric', '--time', '1', '--format', 'svg,html', '-o', 'shirt'];
  const args = ['marker', 'Simon shirt', '--gender', 'male', '--body', 'height=183', 'weight=76', ...sheet, ...cloth];
  const { code, stdout, stderr } = await selvage([...args, '--json'], { cwd: folder });
  assert.is(code, 0, stderr);
  const { report, matches } = JSON.parse(stdout);
  assert.ok(report.parts.pieces > report.parts.placed, 'two layers');
  assert.equal(report.repeat, { x: 60, y: null });
  assert.ok(matches.length > 3);
  assert.equal(report.matches, matches);
  const svg = readFileSync(join(folder, 'shirt.svg'), 'utf8');
  for (const layer of ['folds', 'stripes', 'match-points']) assert.match(svg, `<g id="${layer}">`);
  const stripes = /<g id="stripes">([\s\S]*?)<\/g>/.exec(svg)![1]!;
  const first = Math.min(...[...stripes.matchAll(/d="M([\d.]+) /g)].map(([, x]) => Number(x)));
  assert.is(first, 7);
  assert.match(readFileSync(join(folder, 'shirt.html'), 'utf8'), 'Seams that meet in the pattern');
});

test('each warning is told once', async () => {
  const cloth = ['--width', '700', '--form', 'folded', '--time', '1', '-o', 'folded.json'];
  const { code, stderr } = await selvage(['marker', 'A-line skirt', ...cloth], { cwd: folder });
  assert.is(code, 0, stderr);
  const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '));
  assert.ok(warnings.length > 0, stderr);
  assert.equal(warnings, [...new Set(warnings)]);
});

test('the utilisation of a striped marker is told beside that of plain cloth', async () => {
  const cloth = ['--width', '1500', '--rotations', '0,180', '--time', '1', '-o', 'beside.html'];
  const args = ['marker', 'Trousers block', ...cloth];
  const { code, stdout, stderr } = await selvage([...args, '--repeat-x', '100', '--beside-plain'], { cwd: folder });
  assert.is(code, 0, stderr);
  assert.match(stdout, /plain +[\d.]+ % of [\d.]+ x [\d.]+ on plain cloth: the pattern costs -?[\d.]+ points/);
  const utilisation = /plain +([\d.]+) %/.exec(stdout)![1]!;
  const report = readFileSync(join(folder, 'beside.html'), 'utf8');
  const reported = /Utilisation on plain cloth<\/dt><dd>([\d.]+) %/.exec(report)![1]!;
  assert.ok(Math.abs(Number(reported) - Number(utilisation)) < 0.056, `${reported} % beside ${utilisation} %`);
  assert.match(report, /<dt>Density, over the full width<\/dt><dd>[\d.]+ %/);
  const refused = await selvage([...args, '--beside-plain'], { cwd: folder });
  assert.is(refused.code, 2);
  assert.match(refused.stderr, '--beside-plain goes with --repeat-x or --repeat-y');
});

test('a marker is refused in a sentence: no sheet, half of a table, an unknown size, several materials', async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await selvage(['marker', ...args], { cwd: folder });
    assert.is(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused('Tote bag'), '--width MM');
  assert.match(await refused('Tote bag', ...men, '--width', '1500'), '--table and --sizes go together');
  assert.match(await refused('Tote bag', ...men, '--sizes', '46,47', '--width', '1500'), /sizes\[1\]\.size is "47"/);
  assert.match(await refused('Tote bag', ...men, '--sizes', '46=x', '--width', '1500'), '--sizes');
  const both = [...men, '--sizes', '46', '--body', 'height=180', '--width', '1500'];
  assert.match(await refused('Tote bag', ...both), 'either --sizes or --body');
  assert.match(await refused('Simon shirt', '--width', '1500'), /material is required: .*"fabric"/);
});

test.run();
