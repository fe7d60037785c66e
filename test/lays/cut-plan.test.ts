/** The cut plan of patterned cloth: its words and its picture tell the same place of the repeat, from the start of the ply. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentToHtml } from '../../src/drawing/document/document-html.js';
import { clothNeed, clothRest } from '../../src/drawing/lengths.js';
import { layMarker, type Marker } from '../../src/drawing/marker/marker.js';
import { onPly } from '../../src/drawing/marker/on-ply.js';
import type { CutPlan } from '../../src/lays/cut-plan.js';
import { cutPlanDocument } from '../../src/lays/cut-plan-document.js';

const [width, length] = [400, 500];
type Fabric = {
  readonly repeatX?: number;
  readonly repeatY?: number;
  readonly offsetX?: number;
  readonly offsetY?: number;
};

/** Two parts, the first of which begins so far along the strip. */
function laidAt(start: number, fabric: Fabric | undefined): Marker {
  const points = [[0, 0] as const, [200, 0] as const, [200, 100] as const, [0, 100] as const];
  const corners = [[0, 0] as const, [5000, 0] as const, [5000, width] as const, [0, width] as const];
  return layMarker({
    polygons: [
      { id: 'a', points },
      { id: 'b', points },
    ],
    bins: [{ boundary: { points: corners } }],
    placements: [
      { index: 0, bin: 0, position: [start, 0], rotation: 0 },
      { index: 1, bin: 0, position: [start + length, 300], rotation: 180 },
    ],
    unplaced: [],
    gravityDirection: 'left',
    roll: true,
    fabric,
  });
}

const plan: CutPlan = {
  markers: [
    {
      garments: [{ name: '46', count: 1, lines: [0] }],
      ...{ width, length, utilisation: 0.2, parts: 2, cutLength: 1200 },
    },
  ],
  lays: [{ marker: 0, plies: [{ cloth: 0, plies: 3, colour: '', rollId: '', shade: '' }] }],
  lines: [{ line: 0, quantity: 3, cut: 3, over: 0, under: 0 }],
  rolls: [],
  clothLength: 3 * length,
  missing: [],
};

function pageOf(layout: Marker | null, fabric: Fabric | undefined, lengths?: 'inches'): string {
  const order = { lines: [{ name: '46' }], cloths: [{}], fabric };
  const facts = { title: 'Cut plan', createdAt: '2026-11-29T00:00:00Z', layouts: [layout], lengths };
  return documentToHtml(cutPlanDocument(plan, order, facts));
}

test('a ply begins with its first part, and its marker tells where the repeat lies from there', () => {
  const fabric = { repeatX: 40, repeatY: 60, offsetX: 15, offsetY: 25 };
  // 41 mm from the start of the strip is 26 mm behind the repeat at 15 mm, and so 14 mm before the next one
  const layout = onPly(laidAt(41, fabric));
  const html = pageOf(layout, fabric);
  assert.match(html, 'repeats every 40 mm along the cloth and every 60 mm across it');
  assert.match(html, 'Begin each ply 14 mm before a repeat begins');
  assert.match(html, 'a repeat begins 25 mm from the upper edge of the picture');
  assert.not.match(html, 'begin each ply where a repeat begins');

  const [sheet] = layout.sheets;
  const xs = sheet!.outline.map(([x]) => x);
  const start = Math.min(...xs);
  assert.is(Math.max(...xs) - start, length);
  const [along, across] = [0, 1].map((k) =>
    sheet!.stripes.flatMap(([from, to]) => (from[k] === to[k] ? [from[k]! - (k === 0 ? start : 0)] : [])),
  );
  assert.equal(along!.slice(0, 2), [14, 54]);
  assert.is(along!.length, 13);
  assert.equal(across!.slice(0, 2), [25, 85]);
});

test('the nearer beginning of a repeat is named, and none of its offsets is negative or more than a repeat', () => {
  const told = (start: number, offsetX: number): string | undefined => {
    const fabric = { repeatX: 40, offsetX };
    return /Begin each ply[^<;]*/.exec(pageOf(onPly(laidAt(start, fabric)), fabric))?.[0];
  };
  assert.is(told(26, 0), 'Begin each ply 14 mm before a repeat begins');
  assert.is(told(41, 31), 'Begin each ply 10 mm after a repeat begins');
  assert.is(told(0, -95), 'Begin each ply 15 mm after a repeat begins');
  assert.is(told(40, 0), 'Begin each ply where a repeat begins');
  assert.is(told(40.0000001, 0), 'Begin each ply where a repeat begins');
  assert.is(told(39.9999999, 0), 'Begin each ply where a repeat begins');
});

test('a pattern across the cloth alone has no place along it, and inches are told in inches', () => {
  const fabric = { repeatY: 50.8, offsetY: 25.4 };
  const html = pageOf(onPly(laidAt(41, fabric)), fabric, 'inches');
  assert.match(html, 'repeat begins 1 in from the upper edge of the picture');
  assert.not.match(html, 'egin each ply');
  const level = { repeatY: 50, offsetY: 100 };
  assert.match(
    pageOf(onPly(laidAt(41, level)), level),
    'Across the cloth, a repeat begins at the upper edge of the picture',
  );
});

test('plain cloth is told nothing of a repeat, and a marker without its layout that its repeat is not known', () => {
  const plain = pageOf(onPly(laidAt(41, undefined)), undefined);
  for (const words of ['repeat', 'Pattern']) assert.not.match(plain, words);
  const gone = pageOf(null, { repeatX: 40 });
  assert.not.match(gone, 'egin each ply');
  assert.match(gone, 'its place on the repeat is not known');
});

test('the tilt of pieces is told in degrees, and one is a degree', () => {
  for (const [rotationTolerance, words] of [
    [1, 'up to 1 degree off the grain'],
    [1.5, 'up to 1.5 degrees off the grain'],
  ] as const) {
    const order = { lines: [{ name: '46' }], cloths: [{}], rotationTolerance };
    const facts = { title: 'Cut plan', createdAt: '2026-11-29T00:00:00Z', layouts: [null] };
    assert.match(documentToHtml(cutPlanDocument(plan, order, facts)), words);
  }
});

test('lengths to cut are rounded up, and the rest of a roll down', () => {
  const long: CutPlan = {
    ...plan,
    markers: [{ ...plan.markers[0]!, length: 1804 }],
    rolls: [{ cloth: 0, roll: 0, used: 5412, remnant: 2588 }],
    clothLength: 5412,
  };
  const facts = { title: 'Cut plan', createdAt: '2026-11-29T00:00:00Z', layouts: [null] };
  const page = (lengths: 'metric' | 'inches'): string =>
    documentToHtml(cutPlanDocument(long, { lines: [{ name: '46' }], cloths: [{}] }, { ...facts, lengths }));
  for (const words of ['>1.81<', '>1.81 m on cloth', '>5.42<', 'Cloth 5.42 m', '>2.58<'])
    assert.match(page('metric'), words);
  // 1.9729, 5.9186 and 2.8302 yards
  for (const words of ['>1.98<', '>1.98 yd on cloth', '>5.92<', '>2.83<']) assert.match(page('inches'), words);
});

test('a length of whole hundredths stays as it is', () => {
  for (let hundredths = 1; hundredths < 3000; hundredths++) {
    assert.is(clothNeed(hundredths * 9.144, 'inches'), hundredths / 100);
    assert.is(clothRest(hundredths * 9.144, 'inches'), hundredths / 100);
  }
});

test.run();
