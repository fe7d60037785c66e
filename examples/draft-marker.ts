/**
 * Drafts `examples/marker.json`: the request that `npm run demo` nests. A linen set of shirt and chinos for three
 * people, everything that is cut from the fabric: cut outlines with seam allowance, left and right copies, pieces cut
 * on the fold unfolded, every grain line along the fabric.
 *
 *     node dist/examples/draft-marker.js [FILE]
 *
 * The designs are FreeSewing's simon and charlie (MIT).
 */
import { writeFileSync } from 'node:fs';
import { Clipper, EndType, FillRule, JoinType } from 'clipper2-ts';

type Point = readonly [x: number, y: number];

/** Body measurements in mm, shoulderSlope in degrees, under FreeSewing's names. `hips` is the high hip. */
const people: Record<string, Record<string, number>> = {
  // biome-ignore format: one person a paragraph
  S: {
    neck: 372, chest: 915, waist: 775, hips: 850, seat: 925, biceps: 305, wrist: 165, knee: 365,
    shoulderToShoulder: 448, shoulderSlope: 13, shoulderToWrist: 592, hpsToBust: 252, hpsToWaistBack: 446,
    waistToArmpit: 208, waistToHips: 112, waistToSeat: 212, waistToUpperLeg: 250, waistToKnee: 562, waistToFloor: 1015,
    crossSeam: 710, crossSeamFront: 336, seatBack: 482, waistBack: 396,
  },
  // biome-ignore format: one person a paragraph
  M: {
    neck: 395, chest: 1000, waist: 860, hips: 930, seat: 1000, biceps: 335, wrist: 175, knee: 385,
    shoulderToShoulder: 470, shoulderSlope: 13, shoulderToWrist: 620, hpsToBust: 270, hpsToWaistBack: 470,
    waistToArmpit: 220, waistToHips: 120, waistToSeat: 225, waistToUpperLeg: 265, waistToKnee: 590, waistToFloor: 1070,
    crossSeam: 760, crossSeamFront: 360, seatBack: 520, waistBack: 440,
  },
  // biome-ignore format: one person a paragraph
  L: {
    neck: 418, chest: 1085, waist: 950, hips: 1015, seat: 1080, biceps: 362, wrist: 184, knee: 408,
    shoulderToShoulder: 492, shoulderSlope: 13, shoulderToWrist: 645, hpsToBust: 287, hpsToWaistBack: 490,
    waistToArmpit: 230, waistToHips: 126, waistToSeat: 236, waistToUpperLeg: 278, waistToKnee: 612, waistToFloor: 1115,
    crossSeam: 815, crossSeamFront: 386, seatBack: 562, waistBack: 486,
  },
};

const garments = { shirt: 'simon', chinos: 'charlie' } as const;

const fabricWidth = 1500;
const clearance = 3;
const seamAllowance = 10;
/** Curves become chords that leave them by at most this much, mm. */
const flattening = 0.1;
/** Outlines are rid of points by growing them by at most twice this, mm: the blade is wider. */
const simplification = 0.3;

// ---------------------------------------------------------------------------- the part of FreeSewing that is used

interface Operation {
  type: 'move' | 'line' | 'curve' | 'close';
  to?: { x: number; y: number };
  cp1?: { x: number; y: number };
  cp2?: { x: number; y: number };
}
interface DraftedPath {
  hidden: boolean;
  ops: Operation[];
  attributes: { get(name: string): string | false };
}
interface DraftedPart {
  hidden: boolean;
  paths: Record<string, DraftedPath>;
}
interface CutList {
  materials?: Record<string, { cut: number; identical: boolean; onFold: boolean }[]>;
  /** Degrees, counter-clockwise, 90 is up. */
  grain?: number;
  cutOnFold?: [{ x: number; y: number }, { x: number; y: number }];
}
interface DraftedPattern {
  parts: Record<string, DraftedPart>[];
  setStores: { logs: { error: string[] }; get(path: string[]): unknown }[];
}
type Design = new (settings: object) => { draft(): DraftedPattern };

async function design(name: string): Promise<Design> {
  const exported = (await import(`@freesewing/${name}`)) as Record<string, Design>;
  return exported[name[0]!.toUpperCase() + name.slice(1)]!;
}

// ---------------------------------------------------------------------------- outlines

/** Chords of a path, each at most `flattening` from its curve (Wang's bound on their number). */
function flatten(path: DraftedPath): Point[] {
  const points: Point[] = [];
  for (const { type, to, cp1, cp2 } of path.ops) {
    if (type === 'curve') {
      const [p0, p1, p2, p3] = [points.at(-1)!, xy(cp1!), xy(cp2!), xy(to!)];
      const bend = Math.max(secondDifference(p0, p1, p2), secondDifference(p1, p2, p3));
      const count = Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / flattening)));
      for (let i = 1; i <= count; i++) points.push(bezier(p0, p1, p2, p3, i / count));
    } else if (to) points.push(xy(to));
  }
  return points;
}

const xy = ({ x, y }: { x: number; y: number }): Point => [x, y];

const secondDifference = (a: Point, b: Point, c: Point): number =>
  Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]);

function bezier(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const at = (i: 0 | 1): number => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
  return [at(0), at(1)];
}

/** Joins runs of points whose ends meet, in any order and direction; the ring closes by a straight line. */
function chain(runs: Point[][]): Point[] {
  const [first, ...rest] = runs;
  const ring = [...first!];
  while (rest.length > 0) {
    const end = ring.at(-1)!;
    const gaps = rest.map((run) => Math.min(distance(end, run[0]!), distance(end, run.at(-1)!)));
    const nearest = gaps.indexOf(Math.min(...gaps));
    const [run] = rest.splice(nearest, 1);
    ring.push(...(distance(end, run![0]!) <= distance(end, run!.at(-1)!) ? run! : run!.toReversed()));
  }
  return ring;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const signedArea = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length]![1] - y * ring[(i + 1) % ring.length]![0], 0) /
  2;

const toClipper = (ring: readonly Point[]): { x: number; y: number }[] =>
  (signedArea(ring) < 0 ? ring.toReversed() : ring).map(([x, y]) => ({ x, y }));

const largest = (rings: { x: number; y: number }[][]): Point[] =>
  rings
    .map((ring) => ring.map(xy))
    .reduce((best, ring) => (Math.abs(signedArea(ring)) > Math.abs(signedArea(best)) ? ring : best), []);

/** The outline of everything that a ring winds round: rid of the loops that offsetting leaves at inner corners. */
const union = (...rings: (readonly Point[])[]): Point[] =>
  largest(Clipper.unionD(rings.map(toClipper), [], FillRule.Positive, 4));

const grow = (ring: readonly Point[], by: number): Point[] =>
  largest(Clipper.inflatePathsD([toClipper(ring)], by, JoinType.Miter, EndType.Polygon, 3, 4));

/** The line that the fabric is cut along, before unfolding. */
function cutOutline(part: DraftedPart): Point[] | null {
  const drawn = Object.entries(part.paths).filter(([, path]) => !path.hidden);
  const seam = drawn.find(([id]) => id === 'seam');
  if (!seam) return null;
  const seamRing = union(flatten(seam[1]));
  const allowance = drawn
    .filter(([, path]) => /\bsa\b/.test(path.attributes.get('class') || ''))
    .map(([, p]) => flatten(p));
  if (allowance.length === 0) return seamRing;
  const ring = union(chain(allowance));
  const missing = Clipper.differenceD([toClipper(seamRing)], [toClipper(ring)], FillRule.NonZero, 4);
  const lost = missing.reduce((sum, piece) => sum + Math.abs(Clipper.areaD(piece)), 0);
  // some designs draw the allowance inside out or leave one edge away: then it is the seam, grown
  return lost > 1 ? grow(seamRing, seamAllowance) : ring;
}

/** Both halves of a piece that is drawn as one; ends that miss the fold by a hair are moved onto it. */
function unfold(ring: readonly Point[], [a, b]: [Point, Point]): Point[] {
  const [ux, uy] = [(b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)];
  const foot = ([x, y]: Point): Point => {
    const along = (x - a[0]) * ux + (y - a[1]) * uy;
    return [a[0] + along * ux, a[1] + along * uy];
  };
  const half = ring.map((point) => (distance(point, foot(point)) < 1 ? foot(point) : point));
  const mirrored = half.map((point): Point => [2 * foot(point)[0] - point[0], 2 * foot(point)[1] - point[1]]);
  return union(half, mirrored);
}

/** Turns the grain (degrees, counter-clockwise on the page) onto the x axis, the length of the fabric; up to the right. */
function alignGrain(ring: readonly Point[], grain: number): Point[] {
  const angle = ((grain % 180) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ring.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

/** Where a design names no grain (cuffs, plackets: bands), the long side lies along the fabric. */
function grainOfBand(ring: readonly Point[]): number {
  const span = (i: 0 | 1) => Math.max(...ring.map((p) => p[i])) - Math.min(...ring.map((p) => p[i]));
  return span(0) >= span(1) ? 0 : 90;
}

/** Fewer points, and nothing of the piece lost: grown first by as much as dropping points may cut off again. */
function simplifyOutward(ring: readonly Point[]): Point[] {
  const grown = grow(ring, simplification);
  const start = grown.reduce((best, point, i) => (point[0] < grown[best]![0] ? i : best), 0);
  const rotated = [...grown.slice(start), ...grown.slice(0, start + 1)];
  return douglasPeucker(rotated).slice(0, -1);
}

function douglasPeucker(line: readonly Point[]): Point[] {
  const [a, b] = [line[0]!, line.at(-1)!];
  let [farthest, far] = [0, 0];
  for (let i = 1; i < line.length - 1; i++) {
    const d = distanceToSegment(line[i]!, a, b);
    if (d > far) [farthest, far] = [i, d];
  }
  if (far <= simplification) return [a, b];
  return [...douglasPeucker(line.slice(0, farthest + 1)).slice(0, -1), ...douglasPeucker(line.slice(farthest))];
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}

const mirror = (ring: readonly Point[]): Point[] => ring.map(([x, y]): Point => [x, -y]).reverse();

/** Top-left at the origin, tenths of a millimetre. */
function normalise(ring: readonly Point[]): Point[] {
  const [left, top] = [Math.min(...ring.map((p) => p[0])), Math.min(...ring.map((p) => p[1]))];
  const round = (value: number): number => Math.round(value * 10) / 10;
  return ring.map(([x, y]) => [round(x - left), round(y - top)]);
}

// ---------------------------------------------------------------------------- the marker

async function draftPieces(garment: keyof typeof garments, size: string): Promise<{ id: string; points: Point[] }[]> {
  const Pattern = await design(garments[garment]);
  const pattern = new Pattern({ measurements: people[size], sa: seamAllowance, complete: true, expand: true }).draft();
  const store = pattern.setStores[0]!;
  if (store.logs.error.length > 0) throw new Error(`${garment} ${size}: ${store.logs.error[0]}`);
  const pieces: { id: string; points: Point[] }[] = [];
  for (const [partName, part] of Object.entries(pattern.parts[0]!)) {
    const cutList = store.get(['cutlist', partName]) as CutList | undefined;
    const fabric = cutList?.materials?.fabric;
    const drawn = part.hidden || !fabric ? null : cutOutline(part);
    if (!fabric || !drawn) continue;
    const name = partName.replace(/^\w+\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const onFold = fabric.some((line) => line.onFold);
    const whole = onFold ? unfold(drawn, cutList.cutOnFold!.map(xy) as [Point, Point]) : drawn;
    const outline = simplifyOutward(alignGrain(whole, cutList.grain ?? grainOfBand(whole)));
    let copy = 0;
    for (const { cut, identical } of fabric) {
      for (let i = 0; i < cut; i++) {
        copy += 1;
        const points = normalise(!identical && copy % 2 === 0 ? mirror(outline) : outline);
        pieces.push({ id: `${garment}-${size}-${name}-${copy}`, points });
      }
    }
  }
  return pieces;
}

const polygons: { id: string; points: Point[] }[] = [];
for (const size of Object.keys(people)) {
  for (const garment of Object.keys(garments) as (keyof typeof garments)[]) {
    polygons.push(...(await draftPieces(garment, size)));
  }
}
const partArea = polygons.reduce((sum, { points }) => sum + Math.abs(signedArea(points)), 0);
const fabricLength = Math.ceil((2 * partArea) / fabricWidth / 1000) * 1000;

const corners: Point[] = [
  [0, 0],
  [fabricLength, 0],
  [fabricLength, fabricWidth],
  [0, fabricWidth],
];
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
const lines = polygons.map((polygon) => `    ${JSON.stringify(polygon)}`).join(',\n');
const rest = JSON.stringify(settings, null, 2).slice(2);
const file = process.argv[2] ?? new URL('../../examples/marker.json', import.meta.url);
writeFileSync(file, `{\n  "polygons": [\n${lines}\n  ],\n${rest}\n`);

const vertices = polygons.reduce((sum, { points }) => sum + points.length, 0);
console.log(
  `${polygons.length} parts with ${(vertices / polygons.length).toFixed(1)} points each, ` +
    `${(partArea / 1e6).toFixed(2)} m2, at least ${(partArea / fabricWidth / 1000).toFixed(2)} m of fabric`,
);
