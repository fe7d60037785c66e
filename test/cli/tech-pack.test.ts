/** `selvage pattern techpack`: a document with the fabric need of each size, and its progress. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pdfTexts } from '../drawing/pdf-texts.js';
import { selvage, temporaryFolder } from './run-selvage.js';

const folder = temporaryFolder();
const skirt = ['pattern', 'techpack', 'A-line skirt', 'skirtLength=62', '--table', 'EN 13402-3 women', '--from', '38'];

test('a tech pack is made without a server, and tells each length as it is found', async () => {
  const nests = ['--to', '40', '--seconds', '0.3', '--width', '1400', '--distance', '5', '--json'];
  const { code, stdout, stderr } = await selvage([...skirt, ...nests, '-o', 'skirt.html'], { cwd: folder });
  assert.is(code, 0, stderr);
  const answer = JSON.parse(stdout) as { format: string; base: string; needs: { size: string; length: number }[] };
  assert.equal([answer.format, answer.base], ['html', '40']);
  assert.equal([...new Set(answer.needs.map(({ size }) => size))], ['38', '40']);
  const told = [...stderr.matchAll(/^(\d) of (\d) {2}size (38|40): (\d\.\d\d) m of \w+$/gm)];
  assert.equal(
    told.map(([, done]) => Number(done)),
    answer.needs.map((_, i) => i + 1),
  );
  for (const [i, [, , , size, length]] of told.entries()) {
    assert.is(size, answer.needs[i]!.size);
    assert.is(length, (Math.ceil(answer.needs[i]!.length / 10) / 100).toFixed(2), 'rounded up, as in the document');
  }
  const html = readFileSync(join(folder, 'skirt.html'), 'utf8');
  for (const [, , , , length] of told) assert.ok(html.includes(`>${length}</td>`), length);
  assert.match(html, /EN 13402-3 women[\s\S]*Fabric need[\s\S]*140 cm wide, parts 5 mm apart/);
  const longer = await selvage([...skirt, '--to', '38', '--seconds', '0', '--base', '38', '-o', 'skirt.pdf'], {
    cwd: folder,
  });
  assert.is(longer.code, 0, longer.stderr);
  assert.match(readFileSync(join(folder, 'skirt.pdf'), 'latin1'), /^%PDF-/);
});

test('files and tables of sizes come in inches on demand', async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await selvage(['pattern', ...args], { cwd: folder });
    assert.is(code, 0, stderr);
    return { stdout, stderr };
  };
  const inches = ['--lengths', 'inches'];
  const sizes = [...skirt.slice(2), '--to', '40'];
  const { stderr } = await run('techpack', ...sizes, '--seconds', '0.3', ...inches, '-o', 'inches.html');
  assert.match(stderr, /^1 of \d {2}size 38: \d\.\d\d yd of \w+$/m);
  assert.match(readFileSync(join(folder, 'inches.html'), 'utf8'), /size: Letter[\s\S]*Allowance, in/i);
  await run('sizes', ...sizes, ...inches, '-o', 'inches.csv');
  assert.match(readFileSync(join(folder, 'inches.csv'), 'utf8'), /\r\nfinished,,waist,in,\d/);
  for (const [units, flags] of [
    ['METRIC', []],
    ['ENGLISH', inches],
  ] as const) {
    await run('sizes', ...sizes, ...flags, '-o', `${units}.zip`);
    const zip = readFileSync(join(folder, `${units}.zip`));
    const dxf = inflateRawSync(zip.subarray(30 + zip.readUInt16LE(26))).toString();
    assert.ok(dxf.includes(`Units: ${units}`));
  }
  const measured = async (...args: string[]) =>
    Number(/^waist +([\d.]+)/m.exec((await run(...args, '--finished')).stdout)![1]);
  const draft = ['draft', 'A-line skirt', 'skirtLength=62'];
  assert.ok(Math.abs((await measured(...draft, ...inches)) - (await measured(...draft)) / 25.4) < 0.01);
  const graded = (await run('sizes', ...sizes, '--finished', ...inches)).stdout;
  assert.match(graded, /measurement, in/);
  await run(...draft, ...inches, '--paper', 'letter', '-o', 'inches.pdf');
  assert.ok((await pdfTexts(readFileSync(join(folder, 'inches.pdf')))).includes('2.00 in = 50.8 mm'));
  for (const args of [
    ['sizes', ...sizes, '-o', 'x.svg'],
    ['sizes', ...sizes],
    [...draft, '-o', 'x.svg'],
  ]) {
    const { code, stderr: told } = await selvage(['pattern', ...args, ...inches], { cwd: folder });
    assert.equal([code, /--lengths goes with/.test(told)], [2, true], told);
  }
});

test('a tech pack is refused in a sentence: no file, another format, no sizes, settings of a nest without one', async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await selvage(args, { cwd: folder });
    assert.is(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused(...skirt), /--output/);
  assert.match(await refused(...skirt, '-o', 'skirt.docx'), 'must end in .html, .pdf');
  assert.match(await refused('pattern', 'techpack', 'A-line skirt', '-o', 'a.pdf'), '--table and --sizes');
  assert.match(await refused(...skirt, '--seconds', 'x', '-o', 'a.pdf'), '--seconds');
  const idle = await refused(...skirt, '--seconds', '0', '--width', '1400', '-o', 'a.pdf');
  assert.match(idle, 'fabricWidth goes with seconds above 0');
});

test.run();
