/** `selvage lay`: an order in, the best plan out. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParts } from '../../src/services/files/read-parts.js';
import { pdfTexts } from '../drawing/pdf-texts.js';
import { selvage, temporaryFolder } from './run-selvage.js';

const folder = temporaryFolder();
const points = [
  [0, 0],
  [500, 0],
  [500, 400],
  [0, 400],
];
const order = {
  lines: [{ name: 'box', quantity: 8, parts: [{ points }] }],
  cloths: [{ width: 800, price: 2 }],
  table: { length: 1200, plies: 3 },
  minDistance: 0,
};

test('an order is planned without a server: a table for people, and the plan as JSON', async () => {
  writeFileSync(join(folder, 'order.json'), JSON.stringify(order));
  const files = ['plan.json', 'plan.html', 'plan.pdf', 'plan.csv'];
  const { code, stdout, stderr } = await selvage(['lay', 'order.json', '--time', '1', '-o', ...files], { cwd: folder });
  assert.is(code, 0, stderr);
  for (const words of [
    /marker +garments +length/,
    /\d x box/,
    /8 garments, 0 over, 0 under/,
    /cost 4\.00 {2}cloth 2\.00 m/,
  ]) {
    assert.match(stdout, words);
  }
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  assert.is(plan.clothLength, 2000);
  assert.is(plan.lines[0].cut, 8);

  const html = readFileSync(join(folder, 'plan.html'), 'utf8');
  for (const words of ['8 garments in', 'Bundles', 'box', '<svg']) assert.ok(html.includes(words), words);
  assert.is(html.match(/<figure>/g)?.length, plan.markers.length);
  assert.is(readFileSync(join(folder, 'plan.pdf'), 'latin1').slice(0, 5), '%PDF-');

  // every garment of the plan is in one bundle, and no ply twice in a garment of a marker
  const [heading, ...rows] = readFileSync(join(folder, 'plan.csv'), 'utf8').trim().split('\n');
  assert.match(heading!, /^bundle,lay,marker,garment,copy,/);
  const bundles = rows.map((row) => row.split(','));
  assert.is(
    bundles.reduce((sum, cells) => sum + Number(cells.at(-1)), 0),
    8,
  );
  for (const [bundle, cells] of bundles.entries()) {
    const [first, last, garments] = cells.slice(-3).map(Number);
    assert.is(Number(cells[0]), bundle + 1);
    assert.is(last! - first! + 1, garments);
  }
});

test('the cut plan is written in inches and yards, on Letter', async () => {
  const files = ['inches.html', 'inches.pdf'];
  const args = ['lay', 'order.json', '--time', '1', '--lengths', 'inches', '-o', ...files];
  const { code, stderr } = await selvage(args, { cwd: folder });
  assert.is(code, 0, stderr);
  const html = readFileSync(join(folder, 'inches.html'), 'utf8');
  for (const words of ['Cloth 2.19 yd', 'Ply, yd', 'Cloth, yd', 'on cloth 31.50 in wide', 'size: Letter'])
    assert.ok(html.includes(words), words);
  const pdf = readFileSync(join(folder, 'inches.pdf'));
  assert.ok((await pdfTexts(pdf)).includes('Ply, yd'));
  const [page] = (await PDFDocument.load(pdf)).getPages();
  assert.equal([page!.getWidth(), page!.getHeight()].map(Math.round), [612, 792]);

  const refused = await selvage(['lay', 'order.json', '--lengths', 'inches', '-o', 'plan.csv'], { cwd: folder });
  assert.is(refused.code, 2);
  assert.match(refused.stderr, '--lengths goes with an --output that ends in .html, .pdf or .dxf');
});

test('each marker is drawn in files for the cutter, with its number', async () => {
  const files = ['plan.json', 'marker.dxf', 'marker.PLT', 'marker.svg'];
  const { code, stderr } = await selvage(['lay', 'order.json', '--time', '1', '-o', ...files], { cwd: folder });
  assert.is(code, 0, stderr);
  const { markers } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  for (const [i, { parts }] of markers.entries()) {
    const dxf = readParts(readFileSync(join(folder, `marker-${i + 1}.dxf`), 'utf8'), { format: 'dxf' });
    assert.is(dxf.parts.length, parts);
    const plt = readFileSync(join(folder, `marker-${i + 1}.plt`), 'utf8');
    assert.is(plt.split('SP1;')[1]!.match(/PD/g)!.length, parts);
    assert.match(readFileSync(join(folder, `marker-${i + 1}.svg`), 'utf8'), `<title>Marker ${i + 1}</title>`);
  }
  assert.not.ok(existsSync(join(folder, `marker-${markers.length + 1}.dxf`)));
});

test('the cut plan names the nap, the pattern and the tilt of its cloth, and draws the stripes', async () => {
  const cloth = {
    direction: 'one_way',
    rotationTolerance: 1.5,
    fabric: { repeatX: 120, repeatY: 60.5, offsetX: 15, offsetY: 70 },
  };
  writeFileSync(join(folder, 'cloth.json'), JSON.stringify({ ...order, ...cloth }));
  const { code, stderr } = await selvage(['lay', 'cloth.json', '--time', '1', '-o', 'cloth.html'], { cwd: folder });
  assert.is(code, 0, stderr);
  const html = readFileSync(join(folder, 'cloth.html'), 'utf8');
  for (const words of [
    'Nap: all pieces lie the same way',
    'repeats every 120 mm along the cloth and every 60.5 mm across it',
    'Begin each ply 15 mm before a repeat begins',
    'a repeat begins 9.5 mm from the upper edge',
    'up to 1.5 degrees off the grain',
  ])
    assert.ok(html.includes(words), words);
  const plain = readFileSync(join(folder, 'plan.html'), 'utf8');
  for (const words of ['Nap', 'Pattern', 'Tilt']) assert.not.match(plain, words);
  const linesOf = (page: string): number => page.match(/<path /g)!.length / page.match(/<figure>/g)!.length;
  assert.ok(linesOf(html) >= linesOf(plain) + 800 / 60.5 - 1, 'the stripes of each marker');
});

test('a file of another kind is refused before the planning', async () => {
  const { code, stderr } = await selvage(['lay', 'order.json', '-o', 'plan.xlsx'], { cwd: folder });
  assert.is(code, 2);
  assert.match(stderr, 'must end in .json, .html, .pdf, .csv, .dxf, .plt, .svg, .png');
});

test('a wrong order is refused with its field', async () => {
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ ...order, cloths: [] }));
  const { code, stderr } = await selvage(['lay', 'wrong.json'], { cwd: folder });
  assert.is(code, 2, stderr);
  assert.match(stderr, 'cloths');
});

test.run();
