import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dxfSource, entity, square } from '../drawing/dxf-source.js';
import { pdfTexts } from '../drawing/pdf-texts.js';
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

test('a drawing in UTF-16 is read by its mark', async () => {
  const text = readFileSync(parts, 'utf8').replace(/encoding="[^"]*"/i, 'encoding="UTF-16"');
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const [name, content] of [
    ['little.svg', little],
    ['big.svg', Buffer.from(little).swap16()],
  ] as const) {
    writeFileSync(join(cwd, name), content);
    const { placements } = await nest(name, '--width', '300', '-o', 'wide.svg');
    assert.equal(placements.map(({ id }) => id).sort(), names);
  }
});

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

test('a report is written in inches', async () => {
  const { report } = await nest(
    parts,
    '--sheet',
    '400x300',
    '--format',
    'html,pdf',
    '--lengths',
    'inches',
    '-o',
    'inches',
  );
  const page = readFileSync(join(cwd, 'inches.html'), 'utf8');
  assert.match(page, `<dt>Width</dt><dd>${(report.sheets[0]!.sheetWidth / 25.4).toFixed(2)} in</dd>`);
  assert.ok((await pdfTexts(readFileSync(join(cwd, 'inches.pdf')))).includes('2.00 in = 50.8 mm'));
});

test('a layout written as DXF can be nested again, on its own sheet', async () => {
  const first = await nest(parts, '--sheet', '400x300', '-o', 'once.dxf');
  const { placements, report, files } = await nest('once.dxf', '-o', 'again.png');
  assert.is(placements.length, 6);
  assert.equal(
    [first, { report }].map((answer) => answer.report.sheets.map(({ sheetWidth }) => Math.round(sheetWidth))),
    [[400], [400]],
  );
  assert.equal(files, ['again.png']);
});

test('a drawing’s omissions stand on one line; sizes and dots per inch can be named', async () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(cwd, name), text);
    return name;
  };
  const nested = async (...args: string[]): Promise<{ stderr: string; ids: string[]; length: number }> => {
    const all = ['nest', ...args, '--width', '300', '--time', '0.3', '--json', '-o', 'x.svg'];
    const { code, stdout, stderr } = await selvage(all, { cwd });
    assert.is(code, 0, stderr);
    const { placements, report } = JSON.parse(stdout) as Answer;
    return { stderr, ids: placements.map(({ id }) => id).sort(), length: report.length };
  };
  const pixels = '<svg xmlns="http://www.w3.org/2000/svg"><rect id="a" width="72" height="72"/><text>x</text></svg>';
  const icon = write('icon.svg', pixels);
  const assumed = await nested(icon);
  assert.match(assumed.stderr, /^icon\.svg: the page has no size .* pixels of 25\.4\/96 mm are assumed/m);
  assert.match(assumed.stderr, /^icon\.svg: left out: 1 text$/m);
  assert.is(Math.round(assumed.length * 100), 1905);
  const told = await nested(icon, '--dpi', '72');
  assert.not.match(told.stderr, /assumed/);
  assert.is(Math.round(told.length * 100), 2540);

  const label = (content: string) => entity('TEXT', [8, '1'], [10, 0], [20, 0], [40, 5], [1, content]);
  const piece = (size: string, side: number) => [
    ...square(side, 0, 0, [8, '1']),
    ...label('Piece Name: Front'),
    ...label(`Size: ${size}`),
  ];
  const blocks = { S: piece('S', 50), M: piece('M', 60) };
  const graded = write('graded.dxf', dxfSource(entity('CIRCLE', [10, 0], [20, 0], [40, 5]), { blocks }));
  const first = await nested(graded);
  assert.match(first.stderr, /^graded\.dxf: the file has the sizes S, M; only S was imported/m);
  assert.match(first.stderr, /^graded\.dxf: left out: 1 CIRCLE outside the pieces$/m);
  assert.is(Math.round(first.length), 50);
  assert.is(Math.round((await nested(graded, '--size', 'M')).length), 60);
  assert.equal((await nested(graded, '--size', 'all')).ids, ['Front M', 'Front S']);

  // a file of a Windows program: not UTF-8
  const sheet = square(200, 0, 0, [8, 'SHEET']);
  writeFileSync(join(cwd, 'back.dxf'), dxfSource([...square(30, 0, 0, [8, 'R\xfccken']), ...sheet]), 'latin1');
  const back = await nested('back.dxf');
  assert.equal(back.ids, ['Rücken']);
  assert.match(back.stderr, /^back\.dxf: left out 1 sheet, because of --width$/m);
});

test('wrong settings are reported before the search', async () => {
  const refused = async (sentence: RegExp, ...args: string[]): Promise<void> => {
    const { code, stderr } = await selvage(['nest', parts, ...args], { cwd });
    assert.is(code, 2, stderr);
    assert.match(stderr, sentence);
  };
  await refused(/no sheet: give --width LENGTH/);
  await refused(/either --width or --sheet/, '--width', '9', '--sheet', '9x9');
  await refused(/--sheet is "9"; it must be written/, '--sheet', '9');
  await refused(/--size goes with an apparel DXF/, '--width', '300', '--size', 'M');
  await refused(/--dpi must be above 0/, '--width', '300', '--dpi', '0');
  await refused(/--scale is "5"/, '--width', '300', '--scale', '5', '-o', 'x.pdf');
  await refused(/--scale goes with the format pdf/, '--width', '300', '--scale', '1:5');
  await refused(/"tiff" is not one of svg/, '--width', '300', '--format', 'tiff');
  await refused(/leave out --format/, '--width', '300', '--format', 'svg', '-o', 'x.svg');
});

test.run();
