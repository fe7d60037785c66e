/** Every row of the table of SVG in docs/files.md, on a file of its own; what resvg paints is the independent judge. */

import { Resvg } from '@resvg/resvg-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { areaOf, boxAround, nearlyArea, perimeterOf, rowsUnder } from './table-rows.js';

const page = 'width="100mm" height="100mm" viewBox="0 0 100 100"';
const svg = (content: string, head = page): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${head}>${content}</svg>`;
const read = (content: string, head?: string) => readParts(svg(content, head), { format: 'svg' });
const only = (content: string, head?: string): readonly Point[] => {
  const { parts, notes } = read(content, head);
  assert.equal(notes, []);
  assert.is(parts.length, 1);
  return parts[0]!.points;
};
const leaves = (sentence: string, beside: string): void => {
  const { parts, notes } = read(`<rect width="10" height="10"/>${beside}`);
  assert.equal(notes, [sentence]);
  assert.equal(
    parts.map(({ points }) => areaOf(points)),
    [100],
  );
};
const refused = (content: string, sentence: RegExp): void => {
  assert.throws(() => read(content), sentence);
};

/** mm² that resvg paints, by the coverage of pixels of 0.1 mm. */
function painted(content: string, head: string | undefined, width: number): number {
  const { pixels } = new Resvg(svg(content, head), { fitTo: { mode: 'width', value: width * 10 } }).render();
  let sum = 0;
  for (let i = 3; i < pixels.length; i += 4) sum += pixels[i]!;
  return sum / 255 / 100;
}

/** As much area as resvg paints, to the width of a chord and half a percent. */
function asPainted(content: string, head?: string, width = 100): void {
  const { parts, notes } = read(content, head);
  assert.equal(notes, []);
  const outlines = parts.flatMap(({ points, holes }) => [points, ...holes]);
  const area = parts.reduce(
    (sum, { points, holes }) => sum + areaOf(points) - holes.reduce((all, hole) => all + areaOf(hole), 0),
    0,
  );
  const most = 0.05 * outlines.reduce((sum, outline) => sum + perimeterOf(outline), 0) + 0.005 * area;
  const truth = painted(content, head, width);
  assert.ok(truth > 1 && Math.abs(area - truth) <= most, `${content}: ${area} mm², painted ${truth}`);
}

const square = '<rect width="10" height="10"/>';

const rows: Readonly<Record<string, () => void>> = {
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
    // as fine where one direction is stretched far more than the other
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
    refused('<rect id="r" width="1" height="1" transform="rotate(fast)"/>', /"r": rotate\(fast\) is no transform/);
    refused('<rect width="1" height="1" transform="spin(5)"/>', /spin\(5\) is no transform/);
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
    // where the file says it, nobody else does
    const { parts, notes } = readParts(svg(square), { format: 'svg', unitMm: 10 });
    assert.is(areaOf(parts[0]!.points), 100);
    assert.equal(notes, ['the file says its own unit; the one that was given is not used']);
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
    refused('<rect id="r" width="2em" height="1"/>', /"r": width is "2em", which is no length/);
  },
  '`display: none`, `visibility: hidden`, `opacity: 0`': () => {
    leaves(
      'left out: 1 path (hidden), 1 text (hidden)',
      '<g style="display:none"><path d="M0 0H9V9Z"/><text>x</text></g>',
    );
    leaves('left out: 1 circle (hidden)', '<circle r="30" visibility="hidden"/>');
    leaves('left out: 2 circle (hidden)', '<g opacity="0"><circle r="30"/><g><circle r="20"/></g></g>');
    assert.is(areaOf(only('<g visibility="hidden"><rect width="10" height="10" visibility="visible"/></g>')), 100);
  },
  'neither filled nor stroked': () => {
    leaves('left out: 1 path (neither filled nor stroked)', '<path d="M0 0h24v24H0z" fill="none"/>');
    leaves(
      'left out: 1 rect (neither filled nor stroked)',
      '<g fill="none"><rect width="9" height="9" style="stroke:transparent"/></g>',
    );
    leaves(
      'left out: 1 rect (neither filled nor stroked)',
      '<rect width="9" height="9" fill="#fff" fill-opacity="0"/>',
    );
    assert.is(areaOf(only('<g fill="none"><g stroke="red"><rect width="9" height="9" fill="none"/></g></g>')), 81);
  },
  'white and as large as the page, without `stroke`': () => {
    leaves('left out: 1 rect (white paper)', '<rect width="100%" height="100%" fill="#FFFFFF"/>');
    leaves('left out: 1 path (white paper)', '<path style="fill:rgb(255, 255, 255)" d="M-5-5H105V105H-5Z"/>');
    for (const other of ['fill="white" stroke="red"', '']) {
      const { parts, notes } = read(`<rect width="100" height="100" ${other}/><circle cx="50" cy="50" r="9"/>`);
      assert.equal([parts.length, parts[0]!.holes.length, notes], [1, 1, []], other);
    }
    assert.is(areaOf(only('<rect width="99" height="100" fill="white"/>')), 9900);
    const { sheets, notes } = read(`<rect id="sheet" width="100" height="100" fill="white"/>${square}`);
    assert.equal([sheets.length, notes], [1, []]);
  },
  'as large as the page, with a `fill` of its own, without `stroke`, first of several shapes': () => {
    const told = 'left out: 1 rect (background)';
    const disc = '<circle cx="50" cy="50" r="9"/>';
    for (const background of [
      '<rect width="100%" height="100%" fill="#eee"/>',
      '<g style="fill:url(#sky)"><rect x="-9" y="-9" width="120" height="120"/></g>',
      '<text>a</text><path d="M0 0" fill="red"/><rect width="100" height="100" fill="navy"/>',
    ]) {
      const { parts, notes } = read(background + disc);
      assert.equal([parts.length, parts[0]!.holes.length], [1, 0], background);
      nearlyArea(parts[0]!.points, 81 * Math.PI);
      assert.ok(notes[0]!.includes(told.slice('left out: '.length)), notes[0]);
    }
    // a part as large as its page
    assert.is(areaOf(only('<rect width="100" height="100" fill="navy"/>')), 10_000);
    for (const part of [
      `<rect width="100" height="100" fill="navy" stroke="black"/>${disc}`,
      `<rect width="99" height="100" fill="navy"/>${disc}`,
      `${disc}<rect width="100" height="100" fill="navy"/>`,
      '<path fill="navy" fill-rule="evenodd" d="M0 0H100V100H0ZM30 30H70V70H30Z"/>',
    ]) {
      const { parts, notes } = read(part);
      assert.equal([parts.length, parts[0]!.holes.length, notes], [1, 1, []], part);
    }
    const { parts, sheets, notes } = read(`<rect id="sheet" width="100" height="100" fill="navy"/>${disc}`);
    assert.equal([parts.length, sheets.length, notes], [1, 1, []]);
  },
  'open, with `fill` and without `stroke`': () => {
    asPainted('<path fill="red" d="M10 10H60V40"/><polyline fill="blue" points="70,70 90,70 90,90"/>');
    assert.throws(
      () => read('<path fill="red" stroke="red" d="M10 10H60V40"/>'),
      /no closed outline; left out: 1 open line/,
    );
  },
  '`style`, `class`, `<style>`': () => {
    const sheet = `<style type="text/css"><![CDATA[/* cut */ .hide, g#off > .x {display:none} rect.a.b{fill:none} .gone{display:none !important}
      svg .deep path { visibility: hidden } circle{r:20px;cx:50;cy:50} @font-face{font-family:x;src:url(a)}]]></style>`;
    asPainted(`${sheet}<rect class="a" width="10" height="10"/>`);
    // geometry by CSS is of SVG 2, which resvg does not know
    nearlyArea(only(`${sheet}<circle r="5"/>`), 400 * Math.PI);
    const hidden =
      '<path class="hide" d="M0 0H9V9Z"/><g id="off"><path class="x" d="M0 0H9V9Z"/><g><path class="x" d="M20 20H29V29Z"/></g></g><g class="deep"><g><path d="M0 0H9V9Z"/></g></g><rect class="b a" width="5" height="5"/><path class="gone" style="display:inline" d="M0 0H9V9Z"/>';
    const { parts, notes } = read(sheet + hidden);
    assert.equal(notes, ['left out: 4 path (hidden), 1 rect (neither filled nor stroked)']);
    assert.equal(
      parts.map(({ points }) => boxAround(points)),
      [[20, 20, 29, 29]],
    );
    // a style attribute wins over a rule, a rule over an attribute
    assert.is(areaOf(only(`${sheet}<rect class="hide" style="display:inline" width="10" height="10"/>`)), 100);
    leaves('left out: 1 path (hidden)', `${sheet}<path class="hide" display="inline" d="M0 0H9V9Z"/>`);
    const odd = '<style>rect:hover{display:none} @media print{.x{display:none}} .y:hover{color:red}</style>';
    leaves('style rules that are not understood and may hide or move lines: 2', odd);
  },
  '`clip-path` of shapes': () => {
    const clip = (content: string, more = ''): string => `<clipPath id="c" ${more}>${content}</clipPath>`;
    const clipped = (shape: string): string => `<g clip-path="url(#c)">${shape}</g>`;
    const half = clip('<rect width="50" height="100"/>');
    const within = '<rect x="10" y="10" width="30" height="20"/>';
    const beyond = '<circle cx="80" cy="50" r="9"/><path d="M60 0H70V9Z"/>';
    asPainted(half + clipped(within));
    leaves('left out: 1 circle (clipped away), 1 path (clipped away)', half + clipped(beyond));
    leaves('left out: 1 circle (clipped away), 1 path (clipped away)', half + clipped(clipped(beyond)));
    // what touches the edge of the clip is shown, or not, as what lies beside it
    asPainted(half + clipped('<rect width="50" height="100"/>'));
    asPainted(half + clipped('<rect x="25" y="10" width="25" height="90"/>'));
    leaves('left out: 1 rect (clipped away)', half + clipped('<rect x="50" width="50" height="100"/>'));
    // the same curve, flattened elsewhere
    const disc = clip('<circle cx="50" cy="50" r="40"/>');
    asPainted(disc + clipped('<ellipse cx="50" cy="50" rx="40" ry="40" transform="rotate(1.7 50 50)"/>'));
    asPainted(disc + clipped('<rect x="30" y="30" width="40" height="40"/>'));
    leaves('left out: 1 rect (clipped away)', disc + clipped('<rect width="15" height="15"/>'));
    // through transforms, of the element, the clip and what is in it
    const turned = '<g id="r" transform="rotate(30)"><g clip-path="url(#c)" transform="translate(20 0)">';
    const small = clip('<rect width="10" height="9" transform="scale(3)"/>', 'transform="translate(5 5)"');
    asPainted(`${small}${turned}<rect x="6" y="6" width="25" height="20"/></g></g>`);
    leaves('left out: 1 rect (clipped away)', `${small}${turned}<rect width="4" height="30"/></g></g>`);
    // as Illustrator writes it
    const used = `<defs><rect id="s" width="50" height="100"/></defs>${clip('<use xlink:href="#s"/>')}`;
    asPainted(used + clipped(within));
    leaves('left out: 1 circle (clipped away), 1 path (clipped away)', used + clipped(beyond));
    // several shapes, and one with an opening
    const two = clip('<rect width="45" height="100"/><rect x="55" width="45" height="100"/>');
    asPainted(two + clipped(`${within}<circle cx="80" cy="50" r="9"/>`));
    const ring = clip('<path clip-rule="evenodd" d="M0 0H100V100H0ZM30 30H70V70H30Z"/>');
    asPainted(ring + clipped('<rect x="5" y="5" width="20" height="90"/>'));
    leaves('left out: 1 rect (clipped away)', ring + clipped('<rect x="35" y="35" width="20" height="20"/>'));
    leaves('left out: 1 rect (clipped away)', clip('') + clipped('<rect x="35" y="35" width="20" height="20"/>'));
    // a part of them is hidden
    const whole = (content: string, what: string, area: number): void => {
      const { parts, notes } = read(content);
      assert.equal(notes, [`taken whole, although a part is hidden: ${what}`]);
      assert.is(Math.round(parts.reduce((sum, { points }) => sum + areaOf(points), 0)), area);
    };
    whole(
      half + clipped('<rect x="45" width="10" height="10"/><rect x="40" y="50" width="30" height="10"/>'),
      '1 g (clip-path)',
      400,
    );
    whole(half + clipped(`${within}<rect x="45" width="10" height="10"/>`), '1 g (clip-path)', 700);
    whole(ring + clipped('<rect x="20" y="20" width="60" height="60"/>'), '1 g (clip-path)', 3600);
    whole(
      `${clip('<rect x="40" y="40" width="9" height="9"/>')}<rect clip-path="url(#c)" x="20" y="20" width="60" height="60"/>`,
      '1 rect (clip-path)',
      3600,
    );
    whole(two + clipped('<rect x="40" width="20" height="10"/>'), '1 g (clip-path)', 200);
  },
  'other `clip-path`, `mask`': () => {
    const defs = [
      '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>',
      '<clipPath id="t"><text>a</text></clipPath>',
      '<clipPath id="n" clip-path="url(#t)"><rect width="5" height="5"/></clipPath>',
      '<mask id="m"><rect width="5" height="5"/></mask>',
    ].join('');
    const { parts, notes } = read(
      `${defs}<g clip-path="url(#c)">${square}</g><rect x="20" width="5" height="5" style="mask:url(#m)"/>` +
        '<path clip-path="url(#t)" d="M40 0H45V5H40Z"/><path clip-path="url(#n)" d="M50 0H55V5H50Z"/>' +
        '<circle clip-path="circle(3px)" cx="70" cy="70" r="9"/><path clip-path="url(#gone)" d="M60 0H65V5H60Z"/>',
    );
    assert.is(parts.length, 6);
    assert.equal(notes, [
      'taken whole, although a part is hidden: 1 g (clip-path), 1 rect (mask), 3 path (clip-path), 1 circle (clip-path)',
    ]);
  },
  '`text`, `image`, `foreignObject`, `flowRoot` and all that is unknown': () =>
    leaves(
      'left out: 3 text, 1 image, 1 foreignObject, 1 flowRoot, 1 mesh',
      '<text>a<tspan>b</tspan></text><text/><g><text/></g><image/><foreignObject/><flowRoot/><mesh/>',
    ),
  'text as paths': () => {
    // a label alone is that of a part
    assert.is(areaOf(only('<g aria-label="Front"><rect width="9" height="9"/></g>')), 81);
    leaves(
      'left out: 1 text as paths',
      '<g aria-label="FRONT" style="font-size:9px"><path d="M1 1H3V3Z"/><path d="M4 1H6V3Z"/></g>',
    );
    leaves(
      'left out: 2 letters as paths',
      '<defs><g id="glyph-0-1"><path d="M1 1H3V3Z"/></g></defs><use href="#glyph-0-1"/><use href="#glyph-0-1" x="4"/>',
    );
    leaves('left out: 1 letter as path', '<symbol id="glyph0-7"><path d="M1 1H3V3Z"/></symbol><use href="#glyph0-7"/>');
  },
  '`use` of what is not there': () => {
    leaves('left out: 1 use (of what is not there)', '<use href="#gone"/>');
    leaves('left out: 1 use (of another file)', '<use href="parts.svg#a"/>');
    leaves('left out: 1 use (in more than 16 others)', '<g id="self"><use href="#self"/></g>');
  },
  '`defs`, `pattern`, `marker`, gradients, `title`, other vocabularies': () => {
    const quiet =
      '<defs><path d="M0 0H9V9Z"/><text/></defs><pattern><path d="M0 0H9V9Z"/></pattern><marker><path d="M0 0H9V9Z"/></marker><linearGradient/><title>x</title><inkscape:grid/><metadata/>';
    assert.is(areaOf(only(square + quiet)), 100);
  },
  'without size': () =>
    leaves('left out: 1 rect (without size), 1 path (without size)', '<rect width="5"/><path d=""/>'),
  'open, drawn twice, or closed and below 1 mm²': () =>
    leaves(
      'left out: 1 closed line below 1 mm², 1 outline drawn twice, 1 open line',
      '<circle cx="5" cy="5" r=".5"/><rect width="10" height="10"/><path stroke="red" fill="none" d="M50 50H60"/>',
    ),
};

test('the table and the files are of the same rows', () => {
  assert.equal(rowsUnder('What is read of an SVG').sort(), Object.keys(rows).sort());
});

for (const [name, check] of Object.entries(rows)) test(`SVG: ${name}`, check);

test.run();
