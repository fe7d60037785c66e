import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from './readme.js';
import { selvage, temporaryFolder } from './run-selvage.js';

const cwd = temporaryFolder();
const parts = join(packageRoot, 'examples/parts.svg');
const names = ['elbow', 'gusset', 'heart', 'strap', 'tag', 'washer'];

interface Answer {
  readonly placements: readonly { readonly id: string }[];
  readonly report: {
    readonly length: number;
    readonly perimeter: number;
    readonly parts: { readonly placed: number };
    readonly sheets: readonly { readonly sheetWidth: number }[];
  };
  readonly files: readonly string[];
}

async function nest(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await selvage(['nest', ...args, '--time', '0.5', '--json'], { cwd });
  assert.is(code, 0, stderr);
  return JSON.parse(stdout) as Answer;
}

test('a drawing is nested onto a roll, and comes out in every format', async () => {
  const all = 'svg,png,pdf,dxf,plt,html,json';
  const { placements, report, files } = await nest(
    parts,
    '--width',
    '300',
    '--distance',
    '2',
    '--format',
    all,
    '-o',
    'all',
  );
  assert.equal(placements.map(({ id }) => id).sort(), names);
  assert.is(report.parts.placed, 6);
  assert.ok(report.length > 80 && report.length < 400, `${report.length}`);
  // the washer is cut inside and outside
  assert.ok(report.perimeter > 2 * Math.PI * (40 + 18));
  assert.equal(
    files,
    all.split(',').map((format) => `all.${format}`),
  );
  const read = (file: string): string => readFileSync(join(cwd, file), 'latin1');
  assert.match(read('all.svg'), /^<\?xml/);
  assert.match(read('all.png'), /PNG/);
  assert.match(read('all.plt'), /^IN;/);
  assert.match(read('all.html'), /^<!doctype html>/);
  assert.is((JSON.parse(read('all.json')) as { unit: string }).unit, 'mm');
  const [page] = (await PDFDocument.load(readFileSync(join(cwd, 'all.pdf')))).getPages();
  assert.ok(page!.getWidth() > (report.length * 72) / 25.4, 'the PDF is in real size');
});

test('a layout that was written as DXF can be nested again, on its own sheet', async () => {
  const first = await nest(parts, '--sheet', '400x300', '-o', 'once.dxf');
  const { placements, report, files } = await nest('once.dxf', '-o', 'again.png');
  assert.is(placements.length, 6);
  assert.equal(
    [first, { report }].map((answer) => answer.report.sheets.map(({ sheetWidth }) => Math.round(sheetWidth))),
    [[400], [400]],
  );
  assert.equal(files, ['again.png']);
});

test('wrong settings are told before the search', async () => {
  const refused = async (sentence: RegExp, ...args: string[]): Promise<void> => {
    const { code, stderr } = await selvage(['nest', parts, ...args], { cwd });
    assert.is(code, 2, stderr);
    assert.match(stderr, sentence);
  };
  await refused(/no sheet: give --width MM/);
  await refused(/either --width or --sheet/, '--width', '9', '--sheet', '9x9');
  await refused(/--sheet is "9"; it must be written/, '--sheet', '9');
  await refused(/--scale is "5"/, '--width', '300', '--scale', '5');
  await refused(/"tiff" is none of svg/, '--width', '300', '--format', 'tiff');
  await refused(/leave out --format/, '--width', '300', '--format', 'svg', '-o', 'x.svg');
});

test.run();
