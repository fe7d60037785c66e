/** One call from patterns and bodies to a marker, over REST against a whole service. */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';
import { pieces, points, square } from './square-definition.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const idOf = (name: string): string => libraryVersions().find((version) => version.name === name)!.patternId;
const shirt = idOf('Simon shirt');
const skirt = idOf('A-line skirt');
const body = { gender: 'male', unit: 'metric', height: 183, weight: 76 };
const roll = {
  boundary: {
    points: [
      [0, 0],
      [20_000, 0],
      [20_000, 1400],
      [0, 1400],
    ],
  },
};
const settings = { bins: [roll], gravityDirection: 'left', allowedRotations: [0, 180], maximumExecutionTime: 1 };

type Point = [number, number];
interface Part {
  readonly id: string;
  readonly directionGroup: string;
  readonly points: Point[];
  readonly foldLine: Point[];
  readonly open?: boolean;
}
interface Piece {
  readonly id: string;
  readonly boundary: Point[];
  readonly grainline: [Point, Point] | null;
  readonly quantity: number;
  readonly mirrored: boolean;
  readonly material: string;
  readonly foldLine: [Point, Point] | null;
}
interface Line {
  readonly type: string;
  readonly parts?: Part[];
  readonly placements?: { index: number; bin: number; position: Point; rotation: number }[];
  readonly usage?: { sheets: { pieces: number }[] };
  readonly warnings?: { code: string; path: string }[];
  readonly unplaced?: string[];
}

function area(points: readonly Point[]): number {
  return points.reduce((sum, [ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length]!;
    return sum + (ax * by - bx * ay) / 2;
  }, 0);
}

async function marker(request: object): Promise<{ parts: Part[]; last: Line; warnings: string[] }> {
  const { status, text } = await service.request('POST', '/api/v1/markers', { ...settings, ...request });
  assert.is(status, 200, text.slice(0, 300));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  assert.is(lines.at(-1)!.type, 'done');
  const { parts, warnings } = lines.find((line) => line.parts)!;
  const last = lines.findLast(({ type }) => type === 'solution')!;
  return { parts: parts!, last, warnings: warnings!.map(({ code }) => code) };
}

test('a marker lies one way, or each of its garments does, left and right pieces alike', async () => {
  const patterns = [
    { patternId: skirt, body: { gender: 'female', unit: 'metric', height: 168, weight: 62 }, quantity: 3 },
  ];
  for (const [direction, groups] of [
    ['one_way', 1],
    ['one_way_per_garment', 3],
    ['either_way', 0],
  ] as const) {
    const { parts, last } = await marker({ patterns, direction });
    const named = new Set(parts.map(({ directionGroup }) => directionGroup).filter(Boolean));
    assert.is(named.size, groups, direction);
    assert.equal(last.unplaced, []);
    for (const name of named) {
      const rotations = last.placements!.filter(({ index }) => parts[index]!.directionGroup === name);
      assert.is(rotations.length, parts.length / groups);
      assert.is(new Set(rotations.map(({ rotation }) => rotation)).size, 1, name);
    }
  }
});

test('every copy of every garment is a part: mirrored in pairs, its grain along the cloth, and placed', async () => {
  const drafted = await service.request('POST', `/api/v1/patterns/${shirt}`, { body });
  const pieces = (drafted.json.data.pieces as Piece[]).filter(({ material }) => material === 'fabric');
  const { parts, last } = await marker({ patterns: [{ patternId: shirt, body, quantity: 2 }], material: 'fabric' });
  assert.is(parts.length, 2 * pieces.reduce((sum, { quantity }) => sum + quantity, 0));
  assert.equal([last.placements!.length, last.unplaced], [parts.length, []]);
  for (const { id, boundary, grainline, quantity, mirrored } of pieces) {
    const copies = parts.filter((part) => part.id.replace(/^\d+-|-\d+$/g, '') === id);
    assert.is(copies.length, 2 * quantity, id);
    for (const [i, { points }] of copies.entries()) {
      const expected = area(boundary.slice(0, -1)) * (mirrored && i % 2 === 1 ? -1 : 1);
      assert.ok(Math.abs(area(points) - expected) < 1e-6 * Math.abs(expected), `${id} ${i}`);
    }
    if (!grainline) continue;
    // the part is as long as the piece along its grain
    const [[x0, y0], [x1, y1]] = grainline;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const along = boundary.map(([x, y]) => (x * (x1 - x0) + y * (y1 - y0)) / length);
    const xs = copies[0]!.points.map(([x]) => x);
    const reach = (values: number[]): number => Math.max(...values) - Math.min(...values);
    assert.ok(Math.abs(reach(along) - reach(xs)) < 1e-6, id);
  }
});

test('garments of several patterns and bodies go into one marker of one material', async () => {
  const wearer = { gender: 'female', unit: 'imperial', height: 66, weight: 140 };
  const { parts } = await marker({
    patterns: [
      { patternId: skirt, body: wearer, variables: { pockets: false } },
      { patternId: skirt, versionNumber: 1 },
    ],
  });
  assert.equal([...new Set(parts.map(({ id }) => id.split('-')[0]))], ['1', '2']);
  assert.not(parts.some(({ id }) => id.startsWith('1-pocket')));
});

const halfRoll = { boundary: { points: roll.boundary.points.map(([x, y]) => [x, y! / 2]) } };

test('on folded cloth pairs are cut at once, and halves lie on the fold', async () => {
  const whole = await service.request('POST', `/api/v1/patterns/${shirt}`, { body, unfold: false });
  const pieces = (whole.json.data.pieces as Piece[]).filter(({ material }) => material === 'fabric');
  for (const form of ['folded', 'tubular']) {
    const order = { patterns: [{ patternId: shirt, body, quantity: 2 }], material: 'fabric' };
    const { parts, last } = await marker({ ...order, bins: [halfRoll], fabric: { form } });
    assert.equal(last.unplaced, []);
    const ofPiece = (id: string): Part[] => parts.filter((part) => part.id.replace(/^\d+-|-\d+$/g, '') === id);
    for (const { id, quantity, mirrored, foldLine } of pieces) {
      const own = ofPiece(id);
      if (mirrored) assert.is(own.length, quantity, id);
      if (!foldLine) continue;
      assert.is(own.length, 2 * quantity, id);
      for (const { points: outline, foldLine: line } of own) {
        // The fold is along the cloth, and all of the half lies on one side of it.
        assert.ok(Math.abs(line[0]![1] - line[1]![1]) < 1e-9, id);
        const aside = outline.map(([, y]) => y - line[0]![1]);
        assert.ok(Math.min(...aside) > -1e-9 || Math.max(...aside) < 1e-9, id);
      }
    }
    const onFold = parts.flatMap(({ foldLine: line }, index) => (line.length > 0 ? [{ line, index }] : []));
    assert.ok(onFold.length > 0);
    for (const { index, line } of onFold) {
      const { position, rotation } = last.placements!.find((placement) => placement.index === index)!;
      const { points: outline } = parts[index]!;
      const aside = line[0]![1] - Math.min(...outline.map(([, y]) => y));
      const at = position[1] + (rotation === 180 ? -aside : aside);
      assert.ok(Math.min(Math.abs(at), form === 'tubular' ? Math.abs(at - 700) : Infinity) < 1e-3, `${at}`);
    }
    const cut = parts.reduce((sum, { foldLine: line }) => sum + (line.length > 0 ? 1 : 2), 0);
    assert.is(last.usage!.sheets[0]!.pieces, cut);
  }
});

test('halves lie the way of the other pieces, with 180 degrees alone as well', async () => {
  const order = { patterns: [{ patternId: skirt, quantity: 2 }], bins: [halfRoll], fabric: { form: 'folded' } };
  const oneWay = { ...order, direction: 'one_way' };
  for (const allowedRotations of [[180], [180, 0], [90, 180]]) {
    const { parts, last, warnings } = await marker({ ...oneWay, allowedRotations });
    assert.ok(parts.some(({ foldLine }) => foldLine.length > 0));
    assert.equal(new Set(parts.map(({ directionGroup }) => directionGroup)), new Set(['marker']));
    assert.equal(last.unplaced, [], `${allowedRotations}`);
    const ways = new Set(last.placements!.map(({ rotation }) => rotation));
    assert.equal(ways, new Set(allowedRotations.includes(0) ? [0] : [180]));
    assert.is(warnings.includes('one_way_on_folds'), allowedRotations.includes(90));
  }
  // Upside down on the fold lies what is the other half as drawn.
  const areas = async (allowedRotations: number[]) => {
    const { parts } = await marker({ ...oneWay, allowedRotations });
    return parts.filter(({ foldLine }) => foldLine.length > 0).map(({ points: outline }) => Math.round(area(outline)));
  };
  assert.equal(
    await areas([180]),
    (await areas([0])).map((own) => -own),
  );
});

test('rotations across folded cloth leave no halves, and where pieces lie one way a warning names them', async () => {
  const order = { patterns: [{ patternId: skirt, quantity: 2 }], bins: [halfRoll], fabric: { form: 'folded' } };
  for (const direction of ['either_way', 'one_way_per_garment', 'one_way']) {
    const { parts, last, warnings } = await marker({ ...order, allowedRotations: [90, 270], direction });
    assert.not(parts.some(({ foldLine }) => foldLine.length > 0));
    for (const { rotation } of last.placements!) assert.ok([90, 270].includes(rotation));
    assert.is(warnings.includes('one_way_on_folds'), direction !== 'either_way');
  }
});

test('a single piece without a fold is cut through both layers with a warning, or lies on open cloth', async () => {
  const tie = idOf('Simon shirt');
  const order = { patterns: [{ patternId: tie, body }], material: 'fabric', fabric: { form: 'folded' } };
  const folded = await marker({ ...order, bins: [halfRoll] });
  const open = await marker({ ...order, bins: [halfRoll, { ...roll, open: true }] });
  const singles = open.parts.filter((part) => part.open);
  assert.is(singles.length > 0, folded.warnings.includes('cut_in_both_layers'));
  assert.not(open.warnings.includes('cut_in_both_layers'));
  for (const { index, bin } of open.last.placements!) assert.is(bin, open.parts[index]!.open ? 1 : 0);
});

const women = librarySizeTables.find(({ name }) => name === 'EN 13402-3 women')!;

test('sizes of a table are cut so many times each, as if their bodies were sent, and named by piece and size', async () => {
  const order = { patternId: skirt, variables: { pockets: false }, table: women.tableId };
  const sizes = [{ size: '36', quantity: 2 }, { size: '40' }];
  const { parts, last } = await marker({ patterns: [{ ...order, sizes, quantity: 3 }, { patternId: skirt }] });
  assert.equal([last.placements!.length, last.unplaced], [parts.length, []]);
  for (const [size, copies] of [
    ['36', 6],
    ['40', 3],
  ] as const) {
    const { name: _, ...given } = women.sizes.find(({ name }) => name === size)!;
    const wearer = { gender: given.gender, unit: given.unit, ...given.measurements };
    const { json } = await service.request('POST', `/api/v1/patterns/${skirt}`, {
      variables: { pockets: false },
      body: wearer,
    });
    const drafted = json.data.pieces as Piece[];
    for (const { id, quantity, boundary } of drafted) {
      const named = parts.filter((part) => part.id.startsWith(`1-${id}-${size}-`));
      assert.is(named.length, quantity * copies, `${id} ${size}`);
      for (const { points } of named) {
        assert.ok(Math.abs(Math.abs(area(points)) / area(boundary.slice(0, -1)) - 1) < 1e-9, `${id} ${size}`);
      }
    }
    const total = drafted.reduce((sum, { quantity }) => sum + quantity * copies, 0);
    assert.is(parts.filter(({ id }) => id.includes(`-${size}-`)).length, total);
  }
  assert.ok(parts.some(({ id }) => /^2-[a-z-]+-1$/.test(id)));
});

test('wrong sizes of a marker are refused with their place, all at once', async () => {
  const path = '/api/v1/markers';
  const order = { patternId: skirt, table: women.tableId };
  const problemsOf = async (...patterns: object[]): Promise<string[]> => {
    const answer = await service.request('POST', path, { ...settings, patterns });
    assertProblem(answer, 422);
    return answer.json.errors.map((error: { path: string; code: string }) => `${error.path} ${error.code}`);
  };
  assert.equal(
    await problemsOf(
      { ...order, sizes: [{ size: '36' }, { size: '37' }, { size: '36' }], variables: { flare: 1e300 } },
      { ...order, sizes: [{ size: '36', quantity: 0 }] },
      { ...order, sizes: [{ size: '36' }], body },
      { patternId: skirt, sizes: [{ size: '36' }] },
      order,
      { patternId: skirt, tableVersion: 1 },
    ),
    [
      'patterns[1].sizes[0].quantity out_of_range',
      'patterns[2] body_or_sizes',
      'patterns[3] sizes_of_table',
      'patterns[4] sizes_of_table',
      'patterns[5] version_of_table',
      'patterns[0].sizes[1].size unknown_value',
      'patterns[0].sizes[2].size duplicate_name',
      'patterns[0].variables.flare out_of_range',
    ],
  );
  const absent = { patternId: skirt, table: '00000000-0000-4000-8000-000000000000', sizes: [{ size: '36' }] };
  assertProblem(await service.request('POST', path, { ...settings, patterns: [absent] }), 404, /No size table/);
  const old = { ...order, tableVersion: 7, sizes: [{ size: '36' }] };
  assertProblem(await service.request('POST', path, { ...settings, patterns: [old] }), 404, /a version 7/);
});

test('more parts than a job takes are a fault of the patterns, since a marker has no polygons', async () => {
  const patterns = [{ patternId: skirt, table: women.tableId, sizes: [{ size: '36', quantity: 10_000 }] }];
  const answer = await service.request('POST', '/api/v1/markers', { ...settings, patterns });
  assertProblem(answer, 422, /^patterns make too much for one job: .*at most 10000/);
  const told = answer.json.errors.map((error: { path: string; code: string }) => `${error.path} ${error.code}`);
  assert.equal(told, ['patterns too_many']);
});

test('the marker warns of flaws in usable drafts and bodies: a piece left out, an impossible height', async () => {
  const document = square((square) => {
    (square.variables as object[]).push({ name: 'pocket', kind: 'option', default: 3, min: 0, max: 5 });
    points(square).p = { op: 'xy', x: 'pocket', y: 0 };
    points(square).q = { op: 'xy', x: 0, y: 'pocket' };
    const outline = [{ move: 'a' }, { line: 'p' }, { line: 'q' }, { close: true }];
    pieces(square).push({ name: 'Pocket', when: 'pocket >= 0', outline });
  });
  const transport = createGrpcTransport({ baseUrl: service.url });
  const headers = { authorization: `Bearer ${service.key}` };
  const admin = createClient(AdminService, transport);
  const { version } = await admin.savePatternDraft({ document: JSON.stringify(document) }, { headers });
  const { patternId, versionNumber } = version!;
  const small = { gender: 'female', unit: 'metric', height: 300, hipGirth: 100 };
  const patterns = [
    { patternId, versionNumber, variables: { pocket: 0 } },
    { patternId: skirt, body: small },
  ];
  const { text } = await service.request('POST', '/api/v1/markers', { ...settings, patterns });
  const starting = text.split('\n').find((line) => line.includes('"starting"'))!;
  const { warnings } = JSON.parse(starting) as { warnings: { code: string; path: string; message: string }[] };
  assert.equal(
    warnings.map(({ code, path }) => `${path} ${code}`),
    [
      'patterns[0].pieces piece_left_out',
      'patterns[1].body.height implausible',
      // the square has no grainline
      'patterns[0].pieces[0] no_grainline',
    ],
  );
  assert.match(warnings[0]!.message, '"Pocket" is left out');
});

test('several materials need a choice; all wrong values of all garments are reported with their place', async () => {
  const path = '/api/v1/markers';
  const several = await service.request('POST', path, { ...settings, patterns: [{ patternId: shirt, body }] });
  assertProblem(several, 422, /material is required/, /"fabric", "interfacing"/);
  const other = { ...settings, patterns: [{ patternId: shirt, body }], material: 'leather' };
  assertProblem(await service.request('POST', path, other), 422, /material is "leather"/);
  const wrong = await service.request('POST', path, {
    ...settings,
    patterns: [
      { patternId: skirt, variables: { flare: 1e300 } },
      { patternId: skirt, variables: { skirtLenght: 3 } },
      { patternId: shirt, body: { ...body, neckGirth: -1 } },
    ],
  });
  assertProblem(wrong, 422, /patterns\[2\]\.body\.neckGirth is -1: .*greater than 0 \(and 2 more problems\)/);
  assert.equal(wrong.json.errors.map((error: { path: string }) => error.path).sort(), [
    'patterns[0].variables.flare',
    'patterns[1].variables.skirtLenght',
    'patterns[2].body.neckGirth',
  ]);
  const foreign = { ...settings, patterns: [{ patternId: '00000000-0000-4000-8000-000000000000' }] };
  assertProblem(await service.request('POST', path, foreign), 404);
});

test('a marker repeats the notes of its drafts, and names pieces without a grainline', async () => {
  const request = {
    ...settings,
    patterns: [{ patternId: shirt, body: { gender: 'male', unit: 'metric', height: 200, weight: 140 } }],
    material: 'interfacing',
  };
  const { status, text } = await service.request('POST', '/api/v1/markers', request);
  assert.is(status, 200, text.slice(0, 300));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { warnings?: { code: string; path: string }[] });
  const told = lines.flatMap(({ warnings = [] }) => warnings.map(({ code, path }) => `${code} ${path}`));
  assert.match(text, /patterns\[0\]\.pieces\[\d+\]: \\"Cuff \(interfacing\)\\" is laid as drawn/);
  assert.equal(
    told
      .filter((one) => /no_grainline|outside_tested_range/.test(one))
      .map((one) => one.replace(/(?<=pieces)\[\d+\]$/, '[any]')),
    ['outside_tested_range patterns[0].pieces[any]', 'no_grainline patterns[0].pieces[any]'],
  );
});

test('404 tells which entries are absent, and each of their fields', async () => {
  const unknown = '11111111-2222-4333-8444-555555555555';
  const patterns = [
    { patternId: shirt, body },
    { patternId: shirt, versionNumber: 99 },
    { patternId: shirt, versionId: unknown },
    { patternId: unknown },
    { patternId: shirt, table: unknown, sizes: [{ size: 'M' }] },
  ];
  const answer = await service.request('POST', '/api/v1/markers', { ...settings, material: 'fabric', patterns });
  assertProblem(answer, 404, 'patterns[1]');
  assert.is(answer.json.code, 'not_found');
  const paths = ['[1].versionNumber', '[2].versionId', '[3].patternId', '[4].table'].map((path) => `patterns${path}`);
  assert.equal(
    answer.json.errors.map(({ path }: { path: string }) => path),
    paths,
  );
});

test.run();
