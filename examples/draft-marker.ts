/**
 * Drafts `examples/marker.json`, the request that `npm run demo` nests: a linen set of shirt and chinos for three people,
 * everything that is cut from the fabric. It asks the service for the marker of these patterns, and keeps the parts that
 * the service announces before it packs them: copied, mirrored in pairs, every grain line along the fabric.
 *
 *     node dist/examples/draft-marker.js [FILE]
 *
 * The patterns are FreeSewing's simon and charlie (MIT).
 */
import { writeFileSync } from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { GravityDirection, NestService, type Polygon, ServerId } from '../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../gen/selvage/pattern/v1/pattern_pb.js';
import type { StreamingClient } from '../src/cli/client.js';
import { withTemporaryStore } from '../src/cli/client-options.js';
import { boxOf, positive, signedArea } from '../src/geometry/ring.js';
import { grownSimple } from '../src/geometry/simplify.js';

/** cm, shoulderSlope in degrees. The body model would fill in what is not known; a marker that never changes knows all. */
const people = {
  // biome-ignore format: one person a paragraph
  S: {
    neckGirth: 37.2, chestGirth: 91.5, highBustGirth: 91.5, waistGirth: 77.5, highHipGirth: 85, hipGirth: 92.5,
    neckBackToShoulder: 21.6, shoulderSlope: 13, armLength: 57.2, bicepGirth: 30.5, wristGirth: 16.5,
    neckSideToWaistBack: 44.6, neckSideToWaistOverBustFront: 43.4, bustPointToWaistFront: 19.2, armpitToWaistSide: 22.4,
    waistToHipsSide: 20.2, waistToKnee: 56.2, waistHeight: 103.5, crotchHeight: 79.5, crotchLength: 67, kneeGirth: 37,
    waistArcBack: 36.8, hipArcBack: 44.4,
  },
  // biome-ignore format: one person a paragraph
  M: {
    neckGirth: 39.5, chestGirth: 100, highBustGirth: 100, waistGirth: 86, highHipGirth: 93, hipGirth: 100,
    neckBackToShoulder: 22.6, shoulderSlope: 13, armLength: 59.6, bicepGirth: 32.5, wristGirth: 17.3,
    neckSideToWaistBack: 46.4, neckSideToWaistOverBustFront: 45.1, bustPointToWaistFront: 20.4, armpitToWaistSide: 23.2,
    waistToHipsSide: 21, waistToKnee: 58.6, waistHeight: 107.5, crotchHeight: 82.8, crotchLength: 69.5, kneeGirth: 39,
    waistArcBack: 40.8, hipArcBack: 47.8,
  },
  // biome-ignore format: one person a paragraph
  L: {
    neckGirth: 42, chestGirth: 108.5, highBustGirth: 108.5, waistGirth: 95, highHipGirth: 101, hipGirth: 107.5,
    neckBackToShoulder: 23.6, shoulderSlope: 13, armLength: 62, bicepGirth: 34.8, wristGirth: 18.1,
    neckSideToWaistBack: 48.2, neckSideToWaistOverBustFront: 46.9, bustPointToWaistFront: 21.6, armpitToWaistSide: 24,
    waistToHipsSide: 21.8, waistToKnee: 61, waistHeight: 111.5, crotchHeight: 85.6, crotchLength: 72.5, kneeGirth: 41,
    waistArcBack: 45, hipArcBack: 51.4,
  },
} as const;

const garments = { shirt: 'Simon shirt', chinos: 'Charlie chinos' } as const;

/** mm; generous: a roll, of which the layout takes what it needs. */
const fabric = { length: 12_000, width: 1500 };
const clearance = 3;
/** Outlines are rid of points by growing them by at most this, mm: a blade is wider. */
const simplification = 0.5;
/** Coordinates are whole tenths of a millimetre. */
const grid = 10;

const corners = [
  [0, 0],
  [fabric.length, 0],
  [fabric.length, fabric.width],
  [0, fabric.width],
] as const;

interface Part {
  readonly id: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The parts as the service announces them; `1-sleeve-2` is the second sleeve of the first order. */
async function announcedParts(client: StreamingClient): Promise<Part[]> {
  const { patterns } = await client.unary(PatternService.method.listPatterns, { pageSize: 200 });
  const sets = Object.entries(people).flatMap(([size, body]) =>
    Object.entries(garments).map(([garment, name]) => {
      const { patternId, variables } = patterns.find((pattern) => pattern.name === name)!;
      const used = Object.entries(body).filter(([key]) => variables.some((variable) => variable.key === key));
      const values = used.map(([key, value]) => [key, create(ValueSchema, { kind: { case: 'numberValue', value } })]);
      return { prefix: `${garment}-${size}`, order: { patternId, variables: Object.fromEntries(values) } };
    }),
  );
  const stream = client.serverStream(NestService.method.nestPatterns, {
    patterns: sets.map(({ order }) => order),
    material: 'fabric',
    bins: [{ boundary: { points: corners.map(([x, y]) => ({ x, y })) } }],
    serverId: ServerId.SLOW,
    gravityDirection: GravityDirection.LEFT,
    maximumExecutionTime: 0.1,
  });
  for await (const { event } of stream) {
    if (event?.event.case !== 'progress' || event.event.value.parts.length === 0) continue;
    return event.event.value.parts.map((part) => {
      const [, order, name] = /^(\d+)-(.*)$/.exec(part.id)!;
      return { id: `${sets[Number(order) - 1]!.prefix}-${name}`, points: simplified(part) };
    });
  }
  throw new Error('the service announced no parts');
}

/** A little larger, with tens of points in place of hundreds, its top-left at the origin. */
function simplified({ points }: Polygon): Part['points'] {
  const ring = positive(Float64Array.from(points.flatMap(({ x, y }) => [Math.round(x * grid), Math.round(y * grid)])));
  const simple = grownSimple(ring, simplification * grid);
  const { minX, minY } = boxOf(simple);
  return Array.from({ length: simple.length / 2 }, (_, i) => [
    (simple[2 * i]! - minX) / grid,
    (simple[2 * i + 1]! - minY) / grid,
  ]);
}

const area = ({ points }: Part): number => Math.abs(signedArea(Float64Array.from(points.flat())));

const parts = await withTemporaryStore(announcedParts, { solving: true });
const settings = {
  bins: [{ boundary: { id: 'fabric', points: corners } }],
  serverId: 'slow',
  minDistance: clearance,
  curveTolerance: 0.5,
  gravityDirection: 'left',
  allowedRotations: [0, 180],
  optimization: { type: 'length' },
  reportInterval: 500,
  maximumExecutionTime: 20,
};
const lines = parts.map((part) => `    ${JSON.stringify(part)}`).join(',\n');
const file = process.argv[2] ?? new URL('../../examples/marker.json', import.meta.url);
writeFileSync(file, `{\n  "polygons": [\n${lines}\n  ],${JSON.stringify(settings, null, 2).slice(1)}\n`);

const vertices = parts.reduce((sum, { points }) => sum + points.length, 0);
const square = parts.reduce((sum, part) => sum + area(part), 0) / 1e6;
console.log(
  `${parts.length} parts with ${(vertices / parts.length).toFixed(1)} points each, ` +
    `${square.toFixed(2)} m2, at least ${(square / (fabric.width / 1000)).toFixed(2)} m of fabric`,
);
