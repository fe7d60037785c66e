/** The rows of elements, transforms and sizes in the table of SVG, each on a file of its own. */

import * as assert from 'uvu/assert';
import { readParts } from '../../src/services/files/read-parts.js';
import { asPainted, only, read, refused, square, svg } from './svg-source.js';
import { areaOf, boxAround, nearlyArea } from './table-rows.js';

export const shapeRows: Readonly<Record<string, () => void>> = {
  '`path`': () => {
    for (const data of [
      'M10 10H90V90H10Z',
      'm10 10h30l10 20l-40 10z m50 50h10v10h-10z',
      'M10 50C10 0 90 0 90 50S10 100 10 50Z',
      'M10 50Q50 0 90 50T10 50Z',
      'M10 50A40 20 30 0 1 90 50A40 40 0 0 1 10 50Z',
      'M20 50a30 20-30 0160 0 5 5 0 01-60 0z',
      'M20 20H80V80H20ZM30 30V70H70V30Z',
    ]) {
      asPainted(`<path d="${data}"/>`);
    }
    const disc = only('<path d="M10 50A40 40 0 1 1 90 50A40 40 0 1 1 10 50Z"/>');
    for (const [x, y] of disc) assert.ok(Math.abs(Math.hypot(x - 50, y - 50) - 40) < 1e-9);
    nearlyArea(disc, 1600 * Math.PI);
  },
  '`rect`': () => {
    assert.is(areaOf(only('<rect x="5" y="6" width="30" height="40"/>')), 1200);
    nearlyArea(only('<rect width="60" height="40" rx="10"/>'), 2400 - (4 - Math.PI) * 100);
    nearlyArea(only('<rect width="60" height="40" rx="10" ry="5"/>'), 2400 - (4 - Math.PI) * 50);
    nearlyArea(only('<rect width="60" height="40" rx="99" ry="99"/>'), Math.PI * 600);
    assert.is(areaOf(only('<rect width="60" height="40" rx="0" ry="9"/>')), 2400);
    for (const radii of ['', 'rx="10"', 'ry="5"', 'rx="10" ry="5"', 'rx="99"', 'rx="0" ry="9"'])
      asPainted(`<rect x="5" y="6" width="60" height="40" ${radii}/>`);
  },
  '`circle`, `ellipse`': () => {
    const disc = only('<circle cx="50" cy="40" r="30"/>');
    for (const [x, y] of disc) assert.ok(Math.abs(Math.hypot(x - 50, y - 40) - 30) < 1e-9);
    nearlyArea(disc, 900 * Math.PI);
    nearlyArea(only('<ellipse cx="50" cy="50" rx="40" ry="10"/>'), 400 * Math.PI);
    asPainted('<ellipse cx="50" cy="50" rx="40" ry="10" transform="rotate(30 50 50) scale(.9 1.4)"/>');
    // curves stay fine where one direction stretches far more than the other
    nearlyArea(only('<circle r="1" transform="translate(50 50) scale(45 .5)"/>'), 22.5 * Math.PI);
  },
  '`line`, `polyline`, `polygon`': () => {
    assert.is(areaOf(only('<polygon points="0,0 30,0 0 40"/>')), 600);
    const joined =
      '<g fill="none" stroke="red"><line x1="0" y1="0" x2="30" y2="0"/><polyline points="30,0 0,40,0,0.3"/></g>';
    assert.is(Math.round(areaOf(only(joined))), 600);
    refused('<polygon points="0,0 30,0 0"/>', /odd number/);
    refused('<polygon points="0,0 30,0 a 40"/>', /more than numbers/);
  },
  '`g`, `a`, `switch`': () => {
    asPainted('<g><a><g><rect width="30" height="20"/></g></a></g>');
    const illustrator =
      '<switch><foreignObject requiredExtensions="ns"/><g><rect width="30" height="20"/></g></switch>';
    assert.is(areaOf(only(illustrator)), 600);
    // the shape for readers of every language stands last
    const [german, french] = ['de', 'fr'].map(
      (language, i) => `<rect systemLanguage="${language}" width="${i + 1}0" height="10"/>`,
    );
    assert.is(areaOf(only(`<switch>${german}${french}<rect width="30" height="20"/></switch>`)), 600);
    assert.is(areaOf(only(`<switch>${german}${french}</switch>`)), 100);
  },
  '`transform`, `transform-origin`': () => {
    const of = (list: string): string =>
      `<g transform="translate(50,50)"><rect width="20" height="10" transform="${list}"/></g>`;
    for (const list of [
      'rotate(30)',
      'rotate(30 10,5)',
      'scale(2)',
      'scale(-1.5 .5)',
      'skewX(20)',
      'skewY(-20)',
      'matrix(1 .2 -.3 1 5 5)',
      'translate(3)rotate(10) scale(1,2)',
      'translate(10-5)',
      'matrix(0-1 1 0 30 40)',
      'scale(.5.5)scale(2)translate(1e1-.5)',
      '',
    ])
      asPainted(of(list));
    assert.equal(boxAround(only(of('rotate(90)'))), [40, 50, 50, 70]);
    assert.equal(
      boxAround(only('<rect width="20" height="10" style="transform: translate(10px, 1cm) rotate(.25turn)"/>')),
      [10 - 10, 37.8, 10, 57.8],
    );
    assert.equal(
      boxAround(only('<rect width="20" height="10" transform="scale(2)" transform-origin="10 5"/>')),
      [-10, -5, 30, 15],
    );
    assert.equal(
      boxAround(
        only('<rect x="40" y="40" width="20" height="10" style="transform:rotate(90deg);transform-origin:center"/>'),
      ),
      [50, 40, 60, 60],
    );
    refused('<rect id="r" width="1" height="1" transform="rotate(fast)"/>', /"r": rotate\(fast\) is not a transform/);
    refused('<rect width="1" height="1" transform="translate(1 - 2)"/>', /translate\(1 - 2\) is not a transform/);
    refused('<rect width="1" height="1" transform="spin(5)"/>', /spin\(5\) is not a transform/);
    refused('<rect width="1" height="1" style="transform:rotate(9deg);transform-box:fill-box"/>', /transform-box/);
    refused('<rect width="1" height="1" style="rotate: 45deg"/>', /property rotate/);
  },
  '`use`, `symbol`': () => {
    const defs =
      '<defs><rect id="part" width="20" height="10"/><g id="two"><use href="#part"/><use xlink:href="#part" x="30"/></g></defs>';
    assert.equal(
      boxAround(only(`${defs}<use xlink:href="#part" x="5" y="7" transform="scale(2)"/>`)),
      [10, 14, 50, 34],
    );
    const twice = read(`${defs}<use href="#two" y="50" transform="rotate(10)"/><use href="#part"/>`);
    assert.equal(
      twice.parts.map(({ id }) => id),
      ['part-1', 'part-2', 'part-3'],
    );
    asPainted(`${defs}<use href="#two" x="20" y="50" transform="rotate(10)"/><use href="#part" x="3"/>`);
    const symbol = (more: string): string =>
      `<symbol id="s" viewBox="10 10 20 20" ${more}><circle cx="20" cy="20" r="10"/></symbol>`;
    for (const more of ['', 'preserveAspectRatio="none"', 'preserveAspectRatio="xMinYMax slice" overflow="visible"'])
      asPainted(`${symbol(more)}<use href="#s" x="20" y="30" width="60" height="30"/>`);
    assert.equal(
      boxAround(only(`${symbol('')}<use href="#s" x="20" y="30" width="60" height="30"/>`)),
      [35, 30, 65, 60],
    );
  },
  'inner `svg`': () => {
    const inner =
      '<svg x="10" y="20" width="50" height="30" viewBox="0 0 100 100"><rect width="100" height="100"/></svg>';
    assert.equal(boxAround(only(inner)), [20, 20, 50, 50]);
    asPainted(`<g transform="scale(1.5)">${inner}</g>`);
  },
  '`width`, `height`, `viewBox`, `preserveAspectRatio`': () => {
    const box = (head: string): number[] => boxAround(only(square, head));
    assert.equal(box('width="210mm" height="297mm" viewBox="0 0 210 297"'), [0, 0, 10, 10]);
    assert.equal(box('width="210mm" height="297mm" viewBox="0 0 744.09 1052.36"')[2], 2.82);
    assert.equal(box('width="8.5in" height="11in" viewBox="0 0 612 792"'), [0, 0, 3.53, 3.53]);
    assert.equal(box('viewBox="5 5 100 100" width="10cm"'), [-5, -5, 5, 5]);
    assert.equal(box('width="200mm" height="100mm" viewBox="0 0 100 100"'), [50, 0, 60, 10]);
    assert.equal(box('width="200mm" height="100mm" viewBox="0 0 100 100" preserveAspectRatio="none"'), [0, 0, 20, 10]);
    assert.equal(
      box('width="200mm" height="100mm" viewBox="0 0 100 100" preserveAspectRatio="xMaxYMin slice"'),
      [0, 0, 20, 20],
    );
    assert.equal(box('style="width:200mm;height:200mm" viewBox="0 0 100 100"'), [0, 0, 20, 20]);
    assert.equal(box('style="width:20cm" width="100mm" viewBox="0 0 100 100"'), [0, 0, 20, 20]);
    for (const screen of ['100%', '800px', 'auto'])
      assert.equal(box(`style="width:${screen}" width="200mm" viewBox="0 0 100 100"`), [0, 0, 20, 20], screen);
    for (const aspect of ['', 'preserveAspectRatio="none"', 'preserveAspectRatio="xMinYMax meet"'])
      asPainted('<circle cx="30" cy="30" r="20"/>', `width="200mm" height="80mm" viewBox="0 0 100 100" ${aspect}`, 200);
  },
  'page without a size in mm, cm, in, pt, pc or Q, or without `viewBox`': () => {
    for (const head of [
      '',
      'viewBox="0 0 96 96"',
      'width="96" height="96px" viewBox="0 0 96 96"',
      'width="100%" viewBox="0 0 96 96"',
    ]) {
      const { parts, notes } = read('<rect width="96" height="48"/>', head);
      assert.is(notes.length, 1);
      assert.match(notes[0]!, /pixels of 25\.4\/96 mm are assumed/);
      assert.equal(boxAround(parts[0]!.points), [0, 0, 25.4, 12.7], head);
      const points = readParts(svg('<rect width="72" height="36"/>', head), { format: 'svg', unitMm: 25.4 / 72 });
      assert.equal(points.notes, []);
      assert.equal(boxAround(points.parts[0]!.points), [0, 0, 25.4, 12.7], head);
    }
    // the file's own unit wins
    const { parts, notes } = readParts(svg(square), { format: 'svg', unitMm: 10 });
    assert.is(areaOf(parts[0]!.points), 100);
    assert.equal(notes, ['the file gives its own unit, so the requested one was ignored']);
  },
  'lengths with a unit or in %': () => {
    assert.equal(
      boxAround(
        only(
          '<rect x="10%" y="1in" width="50%" height="2.5mm"/>',
          'width="200mm" height="200mm" viewBox="0 0 200 200"',
        ),
      ),
      [20, 96, 120, 105.45],
    );
    asPainted('<circle cx="50%" cy="50%" r="20%"/>', 'width="80mm" height="40mm" viewBox="0 0 80 40"', 80);
    refused('<rect id="r" width="2em" height="1"/>', /"r": width is "2em", which is not a length/);
  },
};
