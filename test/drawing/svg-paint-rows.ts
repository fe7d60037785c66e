/** The rows of painted, clipped and left-out shapes in the table of SVG, each on a file of its own. */

import * as assert from 'uvu/assert';
import { asPainted, leaves, only, read, square } from './svg-source.js';
import { areaOf, boxAround, nearlyArea } from './table-rows.js';

export const paintRows: Readonly<Record<string, () => void>> = {
  '`display: none`, `visibility: hidden`, `opacity: 0`': () => {
    leaves(
      'left out: 1 path (hidden), 1 text (hidden)',
      '<g style="display:none"><path d="M0 0H9V9Z"/><text>x</text></g>',
    );
    leaves('left out: 1 circle (hidden)', '<circle r="30" visibility="hidden"/>');
    leaves('left out: 2 circle (hidden)', '<g opacity="0"><circle r="30"/><g><circle r="20"/></g></g>');
    assert.is(areaOf(only('<g visibility="hidden"><rect width="10" height="10" visibility="visible"/></g>')), 100);
    for (const hidden of ['opacity="0"', 'style="display:none"'])
      leaves('left out: 1 circle (hidden)', `<symbol id="s" ${hidden}><circle r="30"/></symbol><use href="#s"/>`);
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
    for (const paint of ['rgba(9, 9, 9, 0)', 'rgb(9 9 9 / 0%)', '#f000', '#ffffff00', 'hsla(9,9%,9%,.0)'])
      leaves(
        'left out: 1 rect (neither filled nor stroked)',
        `<rect width="9" height="9" fill="${paint}" stroke="red" stroke-width="0"/>`,
      );
    for (const paint of ['rgb(255,0,0)', '#f00', '#00000', 'rgba(9,9,9,0.5)', '#ff0000'])
      assert.is(areaOf(only(`<rect width="9" height="9" fill="${paint}"/>`)), 81, paint);
    const wide = '<g fill="none" stroke="red" stroke-width="0"><rect width="9" height="9" stroke-width="1"/></g>';
    assert.is(areaOf(only(wide)), 81);
    assert.is(areaOf(only('<g fill="none"><g stroke="red"><rect width="9" height="9" fill="none"/></g></g>')), 81);
  },
  'white and as large as the page, without `stroke`': () => {
    leaves('left out: 1 rect (white paper)', '<rect width="100%" height="100%" fill="#FFFFFF"/>');
    leaves(
      'left out: 1 rect (white paper)',
      '<rect width="100" height="100" fill="#fff" stroke="red" style="stroke-width:0px"/>',
    );
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
    // geometry by CSS belongs to SVG 2, which resvg does not know
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
    leaves('unknown style rules, which may hide or move lines: 2', odd);
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
    // a shape that touches the edge of the clip is shown, or not, as its neighbourhood is
    asPainted(half + clipped('<rect width="50" height="100"/>'));
    asPainted(half + clipped('<rect x="25" y="10" width="25" height="90"/>'));
    leaves('left out: 1 rect (clipped away)', half + clipped('<rect x="50" width="50" height="100"/>'));
    // the same curve, flattened elsewhere
    const disc = clip('<circle cx="50" cy="50" r="40"/>');
    asPainted(disc + clipped('<ellipse cx="50" cy="50" rx="40" ry="40" transform="rotate(1.7 50 50)"/>'));
    asPainted(disc + clipped('<rect x="30" y="30" width="40" height="40"/>'));
    leaves('left out: 1 rect (clipped away)', disc + clipped('<rect width="15" height="15"/>'));
    // through transforms of the element, the clip and the clip's content
    const symbol =
      '<symbol id="s" clip-path="url(#c)"><rect width="10" height="10"/><rect x="90" width="5" height="5"/></symbol>';
    const { parts: inSymbol, notes: told } = read(
      `<clipPath id="c"><rect width="50" height="50"/></clipPath>${symbol}<use href="#s" x="2"/>`,
    );
    assert.equal([inSymbol.map(({ points }) => areaOf(points)), told], [[100], ['left out: 1 rect (clipped away)']]);
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
    // a part of these shapes is hidden
    const whole = (content: string, what: string, area: number): void => {
      const { parts, notes } = read(content);
      assert.equal(notes, [`taken whole, although partly hidden: ${what}`]);
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
    const mask = '<mask id="m"/><symbol id="s" mask="url(#m)"><rect width="10" height="10"/></symbol>';
    assert.equal(read(`${mask}<use href="#s"/>`).notes, ['taken whole, although partly hidden: 1 symbol (mask)']);
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
      'taken whole, although partly hidden: 1 g (clip-path), 1 rect (mask), 3 path (clip-path), 1 circle (clip-path)',
    ]);
  },
  '`text`, `image`, `foreignObject`, `flowRoot`, unknown elements': () =>
    leaves(
      'left out: 3 text, 1 image, 1 foreignObject, 1 flowRoot, 1 mesh',
      '<text>a<tspan>b</tspan></text><text/><g><text/></g><image/><foreignObject/><flowRoot/><mesh/>',
    ),
  'text as paths': () => {
    // a label alone belongs to a part
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
  '`use` of an unusable target': () => {
    leaves('left out: 1 use (of a missing element)', '<use href="#gone"/>');
    leaves('left out: 1 use (of another file)', '<use href="parts.svg#a"/>');
    leaves('left out: 1 use (of an element around it)', '<g id="self"><use href="#self"/></g>');
    const both = '<use href="#a"/><use href="#b"/>';
    leaves(
      'left out: 6 use (of an element around it)',
      `<defs><symbol id="a">${both}</symbol><g id="b">${both}</g></defs>${both}`,
    );
    const chain = Array.from({ length: 17 }, (_, i) => `<g id="c${i}"><use href="#c${i + 1}"/></g>`).join('');
    leaves(
      'left out: 1 use (in more than 16 others)',
      `<defs>${chain}<path id="c17" d="M0 0H9V9Z"/></defs><use href="#c0"/>`,
    );
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
