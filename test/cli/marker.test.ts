/** `selvage marker`: sizes of a table in, the files of a layout out. */
import { existsSync } from 'node:fs';
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
