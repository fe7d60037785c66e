/** Rules of single pieces of a marker, over REST, by their effect on the layout. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { rectangle } from '../rectangle.js';
import { type Part, type Placement, type Point, patternedMarker, senseOf } from './patterned-marker.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

const outline = (width: number, height: number) => ({ points: rectangle(width, height) });
/** Better cloth begins here. */
const good = 700;
const bin = { boundary: outline(20_000, 1500), zones: [{ boundary: outline(good, 1500), quality: 2 }] };
const rules = [
  { piece: 'cuff', spacing: 40 },
  { piece: 'yoke', quality: 1 },
];

function placed({ points }: Part, placement: Placement): Point[] {
  const sense = senseOf(placement);
  const corner = [0, 1].map((k) => Math.min(...points.map((point) => point[k]!)));
  return points.map(([x, y]) => [
    placement.position[0] + sense * (x - corner[0]!),
    placement.position[1] + sense * (y - corner[1]!),
  ]);
}

function toSegment([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}

/** Of two outlines that lie off each other. */
function gap(a: readonly Point[], b: readonly Point[]): number {
  const oneWay = (from: readonly Point[], to: readonly Point[]): number =>
    Math.min(...from.flatMap((point) => to.map((end, i) => toSegment(point, to.at(i - 1)!, end))));
  return Math.min(oneWay(a, b), oneWay(b, a));
}

const marker = (order: object, settings: object = {}) =>
  patternedMarker(service, 'Simon shirt', order, { bins: [bin], minDistance: 2, maximumExecutionTime: 2, ...settings });

test('a piece keeps its space, and lies on the quality that it needs', async () => {
  const { parts, last } = await marker({ rules });
  assert.equal(last.unplaced, []);
  const outlines = last.placements.map((placement) => {
    const part = parts[placement.index]!;
    return { id: part.id, points: placed(part, placement) };
  });
  const yokes = outlines.filter(({ id }) => id.includes('yoke'));
  assert.ok(yokes.length > 0);
  for (const { points } of yokes) assert.ok(Math.min(...points.map(([x]) => x)) >= good - 0.01);
  assert.ok(
    outlines.some(({ points }) => Math.min(...points.map(([x]) => x)) < good),
    'other pieces lie there',
  );
  const cuffs = outlines.filter(({ id }) => id.includes('cuff'));
  assert.ok(cuffs.length > 0);
  for (const cuff of cuffs) {
    for (const other of outlines) if (other !== cuff) assert.ok(gap(cuff.points, other.points) > 39.9, other.id);
  }
});

test('the rules hold for the parts of folded cloth as well', async () => {
  const { parts } = await marker(
    { rules: [{ piece: 'sleeve', spacing: 7, rotationTolerance: 1 }] },
    {
      bins: [{ boundary: outline(20_000, 750) }],
      fabric: { form: 'folded' },
    },
  );
  const sleeves = parts.filter(({ id }) => /^1-sleeve-\d/.test(id)) as unknown as Record<string, number>[];
  assert.ok(sleeves.length > 0);
  for (const sleeve of sleeves) assert.equal([sleeve.spacing, sleeve.rotationTolerance], [7, 1]);
});

test('rules of an unknown piece, and second rules, are refused', async () => {
  const { patternId } = libraryVersions().findLast(({ name }) => name === 'Simon shirt')!;
  const { status, json } = await service.request('POST', '/api/v1/markers', {
    patterns: [{ patternId, rules: [{ piece: 'cuf' }, { piece: 'cuff' }, { piece: 'cuff', quality: 2 }] }],
    bins: [bin],
    material: 'fabric',
  });
  assert.is(status, 422);
  assert.equal(
    (json.errors as { path: string; code: string }[]).map(({ path, code }) => [path, code]),
    [
      ['patterns[0].rules[0].piece', 'unknown_value'],
      ['patterns[0].rules[2].piece', 'duplicate_name'],
    ],
  );
});

test('what a part cannot keep is told by its rule and its name', async () => {
  const { patternId } = libraryVersions().findLast(({ name }) => name === 'Simon shirt')!;
  const { status, json } = await service.request('POST', '/api/v1/markers', {
    patterns: [{ patternId, rules: [{ piece: 'cuff' }, { piece: 'front-right', rotationTolerance: 2 }] }],
    bins: [bin],
    material: 'fabric',
    fabric: { repeatX: 40 },
  });
  assert.is(status, 422);
  const [{ path, message }] = json.errors as [{ path: string; message: string }];
  assert.is(path, 'patterns[0].rules[1].rotationTolerance');
  assert.match(message, /^patterns\[0\]\.rules\[1\]\.rotationTolerance must be 0 or missing/);

  const folded = await marker(
    { rules: [{ piece: 'back', rotationTolerance: 2 }] },
    { bins: [{ boundary: outline(20_000, 750) }], fabric: { form: 'folded' } },
  );
  const tilt = folded.warnings.find(({ code }) => code === 'tilt_without_effect')!;
  assert.is(tilt.path, 'patterns[0].rules[0].rotationTolerance');
  assert.match(tilt.message, /no effect on part "1-back-1"/);

  const coarse = await marker({ rules: [{ piece: 'yoke', quality: 1 }] }, { bins: [{ ...bin, quality: 3 }] });
  const quality = coarse.warnings.find(({ code }) => code === 'quality_too_low')!;
  assert.is(quality.path, 'patterns[0].rules[0].quality');
  assert.match(quality.message, /^part "1-yoke-1" needs the quality 1/);

  const short = await marker({}, { bins: [{ boundary: outline(20_000, 300) }] });
  const large = short.warnings.filter(({ code }) => code === 'part_too_large');
  assert.ok(large.length > 0);
  for (const one of large) {
    assert.is(one.path, 'patterns[0]');
    assert.match(one.message, /^part "1-[a-z-]+-\d" measures/);
  }
});

test('a phase and an offset on plain cloth are told', async () => {
  const { warnings } = await marker({ phaseX: 5, phaseY: 2 }, { fabric: { offsetX: 3 } });
  assert.equal(
    warnings.filter(({ code }) => /phase|offset/.test(code)).map(({ code, path }) => [code, path]),
    [
      ['offset_without_repeat', 'fabric.offsetX'],
      ['phase_without_match', 'patterns[0].phaseX'],
      ['phase_without_match', 'patterns[0].phaseY'],
    ],
  );
  const plain = await marker({ phaseX: 5 });
  assert.equal(plain.warnings.filter(({ code }) => /phase/.test(code)).length, 1);
});

test('a tolerance of matches on plain cloth is told, and none where it counts or is the default', async () => {
  const told = async (fabric: object) =>
    (await marker({}, { fabric })).warnings.filter(({ code }) => /tolerance_without_repeat/.test(code));
  const [only] = await told({ matchTolerance: 2 });
  assert.is(only!.path, 'fabric.matchTolerance');
  assert.match(only!.message, /^fabric\.matchTolerance has no effect: the cloth is plain/);
  assert.equal(await told({ matchTolerance: 2, repeatX: 40 }), []);
  assert.equal(await told({ form: 'open' }), []);
});

test('a rule that says nothing of its piece is told', async () => {
  const { warnings } = await marker({ rules: [{ piece: 'cuff' }, { piece: 'yoke', spacing: 0 }] });
  const [only, ...more] = warnings.filter(({ code }) => code === 'empty_rule');
  assert.equal([only!.path, more], ['patterns[0].rules[0]', []]);
  assert.match(only!.message, /says nothing of the piece "cuff"/);
});

test.run();
