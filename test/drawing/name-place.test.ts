/** Names of parts are written in the material of their part, in every file. */
import * as dxfParser from 'dxf-parser';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layMarker, type MarkerInput } from '../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../src/drawing/marker/marker-drawing.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
import { writeMarkerPlt } from '../../src/drawing/marker/marker-plt.js';
import { type NamePlace, namePlace } from '../../src/drawing/name-place.js';

type Point = [x: number, y: number];
interface ParsedText {
  readonly type: string;
  readonly text: string;
  readonly halign: number;
  readonly endPoint: { readonly x: number; readonly y: number };
}
// its types hide that it is a CommonJS module
const { default: DxfParser } = dxfParser as unknown as {
  default: new () => { parseSync(text: string): { entities: ParsedText[] } };
};

const isInside = (ring: readonly Point[], [x, y]: Point): boolean =>
  ring.filter(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
  }).length %
    2 ===
  1;

test('a needle of any length has no room for a name, and is not searched for it', () => {
  const needle = (length: number): Point[] => [
    [0, 0],
    [length, 0],
    [0, 1],
  ];
  assert.is(namePlace('needle', [needle(1e15)], 10), null);
  assert.ok(namePlace('needle', [needle(100)], 10)!.height > 0.1);
});

const isMaterial = ([outline, ...openings]: readonly Point[][], point: Point): boolean =>
  isInside(outline!, point) && !openings.some((opening) => isInside(opening, point));

/** Points all round the box of a name whose letters are as wide as capitals are high. */
function edgeOf(name: string, { center: [x, y], height, upright }: NamePlace): Point[] {
  const [along, across] = [(name.length * height * 0.9) / 2, height / 2];
  const shares = Array.from({ length: 21 }, (_, i) => i / 10 - 1);
  return shares
    .flatMap((share): Point[] => [
      [share * along, -across],
      [share * along, across],
      [-along, share * across],
      [along, share * across],
    ])
    .map(([dx, dy]) => (upright ? [x - dy, y + dx] : [x + dx, y + dy]));
}

const circle = (radius: number, x = 0, y = 0): Point[] =>
  Array.from({ length: 48 }, (_, i) => {
    const angle = (i * Math.PI) / 24;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

/** A star of one point about [0, 0] for every radius: bays between long arms. */
const star = (radii: readonly number[]): Point[] =>
  radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

test('a name lies in the material of any shape, within its height limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 20, max: 200, noNaN: true }), { minLength: 3, maxLength: 24 }),
      fc.double({ min: 1, max: 9, noNaN: true }),
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.double({ min: 1, max: 50, noNaN: true }),
      (radii, opening, name, tallest) => {
        const rings = radii.length > 5 ? [star(radii), circle(opening)] : [star(radii)];
        const place = namePlace(name, rings, tallest)!;
        assert.ok(place.height > 0 && place.height <= tallest);
        for (const point of edgeOf(name, place)) assert.ok(isMaterial(rings, point), JSON.stringify(place));
      },
    ),
    { numRuns: 300 },
  );
});

test('it lies level in the middle where there is room, and along a tall narrow shape', () => {
  const rectangle = (width: number, height: number): Point[] => [[0, 0], [width, 0], [width, height], [0, height]]; // biome-ignore format: four points
  assert.equal(namePlace('front', [rectangle(200, 300)], 10), { center: [100, 150], height: 10, upright: false });
  const { upright, center } = namePlace('waistband', [rectangle(20, 300)], 10)!;
  assert.ok(upright);
  assert.ok(Math.abs(center[0] - 10) < 1, 'across the middle');
  assert.is(namePlace('', [rectangle(200, 300)], 10), null);
  assert.is(namePlace('a line', [[[0, 0], [9, 0], [4, 0]]], 10), null); // biome-ignore format: three points
});

test('a name of wide letters stays in its part', () => {
  const part: Point[] = [[0, 0], [100, 0], [100, 60], [0, 60]]; // biome-ignore format: four points
  // the widths of sans-serif fonts over the height of their capitals
  for (const [letter, width] of [
    ['W', 1.32],
    ['M', 1.17],
    ['袖', 1.4],
    ['ガ', 1.4],
    ['소', 1.4],
    ['Щ', 1.48],
    ['👕', 1.8],
    ['𠮷', 1.4],
  ] as const) {
    for (const count of [4, 10, 30]) {
      const { height, upright } = namePlace(letter.repeat(count), [part], 20)!;
      assert.ok(count * width * height <= (upright ? 60 : 100), `${count} times ${letter}, ${height} high`);
    }
  }
});

test('a mark and the second half of a rare letter take no room', () => {
  const part: Point[] = [[0, 0], [100, 0], [100, 60], [0, 60]]; // biome-ignore format: four points
  const height = (name: string): number => namePlace(name, [part], 50)!.height;
  assert.is(height('e\u0301te\u0301'), height('été'));
  assert.is(height('q\u0301q\u0301q\u0301'), height('qqq'));
  assert.is(height('𠮷𠮷𠮷𠮷'), height('袖袖袖袖'));
});

const ring: MarkerInput = {
  polygons: [{ id: 'ring', points: circle(100, 100, 100), holes: [{ points: circle(70, 100, 100) }] }],
  bins: [{ boundary: { points: [[0, 0], [300, 0], [300, 200], [0, 200]] } }], // biome-ignore format: four points
  placements: [{ index: 0, bin: 0, position: [0, 0], rotation: 0 }],
  unplaced: [],
  roll: false,
};
const onRing = ([x, y]: readonly number[], message: string): void => {
  const radius = Math.hypot(x! - 100, y! - 100);
  assert.ok(70 < radius && radius < 100, `${message}: ${radius} mm from the middle`);
};

test('the name of a ring is written on the ring, not into its opening', () => {
  const marker = layMarker(ring);
  const [name, ...more] = markerDrawing(marker).shapes.filter((shape) => shape.kind === 'text');
  assert.equal(more, []);
  onRing(name!.kind === 'text' ? name!.at : [], 'picture');

  const { entities } = new DxfParser().parseSync(writeMarkerDxf(marker));
  const { text, halign, endPoint } = entities.find(({ type }) => type === 'TEXT')!;
  assert.equal([text, halign], ['ring', 1]);
  onRing([endPoint.x, endPoint.y + 200], 'DXF');

  const names = /SP2;\n([\s\S]*)SP1;/.exec(writeMarkerPlt(marker))![1]!;
  const strokes = [...names.matchAll(/(\d+),(\d+)/g)].map(([, x, y]) => [Number(x) / 40, Number(y) / 40]);
  assert.ok(strokes.length > 8);
  for (const point of strokes) onRing(point, 'HPGL');
});

test.run();
