/**
 * Reads what DXF files hold of flat geometry: lines, polylines, arcs, circles, points and texts, in blocks and outside.
 * Forgiving where programs differ (R12 to 2018, missing headers, any line ends), strict about numbers. y stays up.
 */

type Point = readonly [x: number, y: number];

export type DxfEntity =
  | { readonly kind: 'line'; readonly layer: string; readonly points: readonly Point[]; readonly closed: boolean }
  | {
      readonly kind: 'point';
      readonly layer: string;
      readonly at: Point;
      readonly z: number;
      readonly angle: number | null;
    }
  | { readonly kind: 'text'; readonly layer: string; readonly text: string }
  | {
      readonly kind: 'insert';
      readonly block: string;
      readonly at: Point;
      readonly scale: Point;
      readonly rotation: number;
    };

export interface DxfDocument {
  /** $INSUNITS; null where the header does not say. */
  readonly units: number | null;
  readonly blocks: ReadonlyMap<string, readonly DxfEntity[]>;
  readonly entities: readonly DxfEntity[];
  /** Kinds of entities that were skipped, and how often. */
  readonly skipped: ReadonlyMap<string, number>;
}

/** A file that is no DXF; `line` counts from 1. */
export class DxfError extends Error {
  override readonly name = 'DxfError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

const maxLength = 64 * 1024 * 1024;
const maxEntities = 500_000;
/** No flattened arc is farther than this from the true one, drawing units. */
const arcTolerance = 0.05;

interface Group {
  readonly code: number;
  readonly value: string;
  readonly line: number;
}

/** An entity as it stands in the file: its own groups up to the next 0. */
interface Record {
  readonly type: string;
  readonly groups: readonly Group[];
}

export function readDxf(source: string): DxfDocument {
  if (source.length > maxLength) throw new DxfError(`the file has more than ${maxLength} characters`, 1);
  const records = recordsOf(groupsOf(source));
  const blocks = new Map<string, DxfEntity[]>();
  const entities: DxfEntity[] = [];
  const skipped = new Map<string, number>();
  let units: number | null = null;
  let section = '';
  let block: DxfEntity[] | null = null;
  let count = 0;
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!;
    const { type } = record;
    if (type === 'SECTION') {
      section = textOf(record, 2);
      if (section === 'HEADER') units = headerUnits(record);
    } else if (type === 'BLOCK') {
      block = [];
      blocks.set(textOf(record, 2), block);
    } else if (type === 'ENDBLK') block = null;
    else if (type === 'ENDSEC' || type === 'EOF' || (section !== 'ENTITIES' && block === null)) continue;
    else {
      const vertices: Record[] = [];
      if (type === 'POLYLINE') {
        while (records[i + 1]?.type === 'VERTEX') vertices.push(records[++i]!);
        if (records[i + 1]?.type === 'SEQEND') i++;
      }
      const entity = entityOf(record, vertices);
      if (++count > maxEntities)
        throw new DxfError(`the file has more than ${maxEntities} entities`, record.groups[0]?.line ?? 1);
      if (entity) (block ?? entities).push(entity);
      else skipped.set(type, (skipped.get(type) ?? 0) + 1);
    }
  }
  return { units, blocks, entities, skipped };
}

function groupsOf(source: string): Group[] {
  const lines = source.split(/\r\n|\n|\r/);
  const groups: Group[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = lines[i]!.trim();
    if (!/^\d{1,4}$/.test(code)) {
      if (code === '' && lines.slice(i).every((line) => line.trim() === '')) break;
      throw new DxfError(
        `expected a group code, a whole number, but found ${JSON.stringify(code.slice(0, 20))}`,
        i + 1,
      );
    }
    groups.push({ code: Number(code), value: lines[i + 1]!, line: i + 2 });
  }
  if (groups.length === 0) throw new DxfError('the file is empty', 1);
  return groups;
}

function recordsOf(groups: readonly Group[]): Record[] {
  const records: { type: string; groups: Group[] }[] = [];
  for (const group of groups) {
    if (group.code === 0) records.push({ type: group.value.trim().toUpperCase(), groups: [] });
    else records.at(-1)?.groups.push(group);
  }
  return records;
}

function headerUnits(header: Record): number | null {
  const index = header.groups.findIndex(({ code, value }) => code === 9 && value.trim() === '$INSUNITS');
  const value = Number(header.groups[index + 1]?.value);
  return index === -1 || !Number.isInteger(value) ? null : value;
}

const textOf = (record: Record, code: number): string =>
  record.groups.find((group) => group.code === code)?.value.trim() ?? '';

function numberOf(record: Record, code: number, otherwise = 0): number {
  const group = record.groups.find((candidate) => candidate.code === code);
  return group ? numeric(group) : otherwise;
}

function numeric({ value, line }: Group): number {
  const number = Number(value.trim());
  if (value.trim() === '' || !Number.isFinite(number))
    throw new DxfError(`expected a number but found ${JSON.stringify(value.slice(0, 20))}`, line);
  return number;
}

/** Null: a kind that has no place here. */
function entityOf(record: Record, vertices: readonly Record[]): DxfEntity | null {
  const layer = textOf(record, 8);
  const at = (x: number, y: number): Point => [numberOf(record, x), numberOf(record, y)];
  switch (record.type) {
    case 'LINE':
      return { kind: 'line', layer, points: [at(10, 20), at(11, 21)], closed: false };
    case 'POLYLINE': {
      const corners = vertices.map(
        (vertex): Corner => ({ x: numberOf(vertex, 10), y: numberOf(vertex, 20), bulge: numberOf(vertex, 42) }),
      );
      return lineOf(layer, corners, (numberOf(record, 70) & 1) === 1);
    }
    case 'LWPOLYLINE':
      return lineOf(layer, lightCorners(record), (numberOf(record, 70) & 1) === 1);
    case 'ARC':
    case 'CIRCLE': {
      const circle = record.type === 'CIRCLE';
      const start = circle ? 0 : numberOf(record, 50);
      const end = circle ? 360 : numberOf(record, 51);
      const sweep = circle ? 360 : (((end - start) % 360) + 360) % 360 || 360;
      const points = arcPoints(at(10, 20), numberOf(record, 40), start, sweep);
      return { kind: 'line', layer, points: circle ? points.slice(0, -1) : points, closed: circle };
    }
    case 'POINT': {
      const angle = record.groups.some(({ code }) => code === 50) ? numberOf(record, 50) : null;
      return { kind: 'point', layer, at: at(10, 20), z: numberOf(record, 30), angle };
    }
    case 'TEXT':
    case 'MTEXT':
      return { kind: 'text', layer, text: textOf(record, 1) };
    case 'INSERT':
      return {
        kind: 'insert',
        block: textOf(record, 2),
        at: at(10, 20),
        scale: [numberOf(record, 41, 1), numberOf(record, 42, 1)],
        rotation: numberOf(record, 50),
      };
    default:
      return null;
  }
}

interface Corner {
  x: number;
  y: number;
  /** Tangent of a quarter of the angle of the arc to the next corner; 0: straight. */
  bulge: number;
}

function lightCorners(record: Record): Corner[] {
  const corners: Corner[] = [];
  for (const group of record.groups) {
    if (group.code === 10) corners.push({ x: numeric(group), y: 0, bulge: 0 });
    const last = corners.at(-1);
    if (last && group.code === 20) last.y = numeric(group);
    if (last && group.code === 42) last.bulge = numeric(group);
  }
  return corners;
}

function lineOf(layer: string, corners: readonly Corner[], closed: boolean): DxfEntity | null {
  if (corners.length < 2) return null;
  const points: Point[] = [];
  corners.forEach(({ x, y, bulge }, i) => {
    points.push([x, y]);
    const next = corners[i + 1] ?? (closed ? corners[0] : undefined);
    if (next && bulge !== 0) points.push(...bulgePoints([x, y], [next.x, next.y], bulge));
  });
  return { kind: 'line', layer, points, closed };
}

/** The points between the ends of an arc given by its bulge. */
function bulgePoints(from: Point, to: Point, bulge: number): Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  if (chord === 0) return [];
  const sweep = 4 * Math.atan(bulge);
  const radius = chord / (2 * Math.sin(Math.abs(sweep) / 2));
  const height = (chord / 2) * ((1 - bulge * bulge) / (2 * bulge));
  const center: Point = [(from[0] + to[0]) / 2 - (dy / chord) * height, (from[1] + to[1]) / 2 + (dx / chord) * height];
  const start = (Math.atan2(from[1] - center[1], from[0] - center[0]) * 180) / Math.PI;
  return arcPoints(center, radius, start, (sweep * 180) / Math.PI).slice(1, -1);
}

/** Counter-clockwise for positive sweeps, degrees; both ends included. */
function arcPoints([cx, cy]: Point, radius: number, start: number, sweep: number): Point[] {
  const step = radius > arcTolerance ? 2 * Math.acos(1 - arcTolerance / radius) : Math.PI / 4;
  const count = Math.min(2000, Math.max(2, Math.ceil(Math.abs((sweep * Math.PI) / 180) / step)));
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = ((start + (sweep * i) / count) * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}
