/** The document of a `static` version: fixed pieces in mm that no value changes. */

import { ServiceError } from '../../errors.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import { Problems } from '../../problems.js';
import type { DrillHole, Fastener, InternalLine, Notch, Outline, Piece, PieceText } from '../draft.js';
import { ObjectReader } from '../json-reader.js';
import { largestMark, readFastenerKind, readWords } from '../read-marks.js';
import { sewingLimits } from '../sewing/declaration.js';
import type { NamedEdge } from '../sewing/trace-edge.js';

export interface StaticContent {
  readonly schema: 'pattern-static/1';
  readonly name: string;
  readonly description: string;
  readonly unit: 'mm';
  readonly pieces: readonly StaticPiece[];
}

/** Like `Piece`; outlines may be open or closed by a repeated point, in either orientation. */
export type StaticPiece = Pick<
  Piece,
  'id' | 'name' | 'boundary' | 'quantity' | 'mirrored' | 'material' | 'seamAllowance'
> & {
  readonly seamLine: Outline | null;
  /** Their lengths follow from the lines. */
  readonly edges?: readonly NamedEdge[];
  readonly foldLine: readonly [Point, Point] | null;
  readonly grainline: readonly [Point, Point] | null;
  readonly grainlineReason?: string;
  readonly holes: readonly Outline[];
  readonly notches: readonly Pick<Notch, 'at' | 'type'>[];
  readonly drillHoles: readonly DrillHole[];
  readonly internalLines: readonly InternalLine[];
  readonly texts?: readonly PieceText[];
  readonly fasteners?: readonly Fastener[];
};

const limits = { pieces: 1000, points: 20_000 } as const;

/** Throws `invalid` with the place of every problem. */
export function readStatic(content: unknown): StaticContent {
  const problems = new Problems();
  const reader = ObjectReader.of(content, '', problems);
  if (!reader) throw ServiceError.ofProblems('invalid', problems.list);
  const result: StaticContent = {
    schema: reader.choice('schema', ['pattern-static/1']),
    name: reader.text('name', undefined, 200),
    description: reader.text('description', ''),
    unit: reader.choice('unit', ['mm']),
    pieces: reader.list('pieces', limits.pieces, (value, path) => readPiece(value, path, problems), { required: true }),
  };
  reader.end();
  if (reader.has('pieces') && result.pieces.length === 0)
    reader.fail('pieces', 'required', 'a pattern has at least one piece');
  if (problems.list.length > 0) throw ServiceError.ofProblems('invalid', problems.list);
  return result;
}

function readPiece(value: unknown, path: string, problems: Problems): StaticPiece | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const name = reader.text('name', undefined, 100);
  const quantity = reader.number('quantity') ?? 1;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1000)
    reader.fail('quantity', 'out_of_range', 'must be an integer from 1 to 1000');
  const allowance = reader.number('seamAllowance') ?? 0;
  if (allowance < 0 || allowance > 100) reader.fail('seamAllowance', 'out_of_range', 'must be from 0 to 100 mm');
  const piece: StaticPiece = {
    id: reader.text('id', undefined, 64),
    name,
    boundary: readOutline(reader, 'boundary') ?? [],
    seamLine: readOutline(reader, 'seamLine'),
    seamAllowance: allowance,
    edges: reader.list('edges', sewingLimits.edges, (entry, at) => readEdge(entry, at, problems)),
    foldLine: readSegment(reader, 'foldLine'),
    grainline: readSegment(reader, 'grainline'),
    grainlineReason: reader.text('grainlineReason', '', 200),
    holes: reader.list('holes', 200, (hole, at) => checkedOutline(hole, at, problems)),
    notches: reader.list('notches', 500, (entry, at) => {
      const notch = ObjectReader.of(entry, at, problems);
      if (!notch) return null;
      const result = {
        at: readPoint(notch.raw('at'), notch.place('at'), problems),
        type: notch.choice('type', ['slit', 'v', 'back'] as const, 'slit'),
      };
      // A notch of a drafted piece has these members; they follow from the cut line.
      notch.number('angle');
      notch.number('depth');
      notch.end();
      return result;
    }),
    drillHoles: reader.list('drillHoles', 500, (entry, at) => {
      const drill = ObjectReader.of(entry, at, problems);
      if (!drill) return null;
      const result = {
        at: readPoint(drill.raw('at'), drill.place('at'), problems),
        diameter: drill.number('diameter') ?? 0,
      };
      if (!(result.diameter >= 0 && result.diameter <= largestMark))
        drill.fail('diameter', 'out_of_range', `must be from 0 to ${largestMark} mm`);
      drill.end();
      return result;
    }),
    internalLines: reader.list('internalLines', 500, (entry, at) => {
      const line = ObjectReader.of(entry, at, problems);
      if (!line) return null;
      const points = line.list('points', limits.points, (point, place) => readPoint(point, place, problems), {
        required: true,
      });
      const result = { kind: line.choice('kind', ['mark', 'dart', 'fold'] as const, 'mark'), points };
      line.end();
      return result;
    }),
    texts: reader.list('texts', 500, (entry, at) => {
      const words = ObjectReader.of(entry, at, problems);
      if (!words) return null;
      const place = readPoint(words.raw('at'), words.place('at'), problems);
      const result = { at: place, text: readWords(words, 'text'), angle: words.number('angle') ?? 0 };
      words.end();
      return result;
    }),
    fasteners: reader.list('fasteners', 500, (entry, at) => readFastener(entry, at, problems)),
    quantity,
    mirrored: reader.flag('mirrored'),
    material: reader.text('material', 'fabric', 64),
  };
  if (!reader.has('boundary')) reader.fail('boundary', 'required', 'is missing');
  reader.end();
  return piece;
}

function readEdge(value: unknown, path: string, problems: Problems): NamedEdge | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const edge = {
    name: reader.text('name', undefined, 64),
    lines: reader.list('lines', sewingLimits.stretches, (line, at) => {
      if (Array.isArray(line) && line.length >= 2 && line.length <= limits.points)
        return line.map((point, i) => readPoint(point, `${at}[${i}]`, problems));
      problems.add(at, 'wrong_type', `must be an array of 2 to ${limits.points} points`);
      return null;
    }),
  };
  // an edge of a drafted piece has it; it follows from the lines
  reader.number('length');
  reader.end();
  return edge;
}

function readFastener(value: unknown, path: string, problems: Problems): Fastener | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const fastener = {
    kind: readFastenerKind(reader),
    at: readPoint(reader.raw('at'), reader.place('at'), problems),
    angle: reader.number('angle') ?? 0,
    size: reader.number('size') ?? 0,
  };
  if (!(fastener.size > 0 && fastener.size <= largestMark))
    reader.fail('size', 'out_of_range', `must be above 0 and at most ${largestMark} mm`);
  reader.end();
  return fastener;
}

function readOutline(reader: ObjectReader, key: string): Outline | null {
  const value = reader.raw(key);
  return value === undefined ? null : checkedOutline(value, reader.place(key), reader.problems);
}

function checkedOutline(value: unknown, path: string, problems: Problems): Outline | null {
  if (!Array.isArray(value) || value.length > limits.points) {
    problems.add(path, 'wrong_type', `must be an array of at most ${limits.points} points`);
    return null;
  }
  const before = problems.list.length;
  const points = value.map((point, i) => readPoint(point, `${path}[${i}]`, problems));
  if (problems.list.length > before) return null;
  const fault = outlineFault(points);
  if (!fault) return points;
  const sentences = {
    coordinate: 'has a coordinate that is too large',
    too_few_points: 'needs at least three different points',
    zero_area: 'has no area',
    self_intersection:
      fault.kind === 'self_intersection' ? `crosses or touches itself near point ${fault.points[0]}` : '',
  };
  problems.add(path, fault.kind, sentences[fault.kind]);
  return null;
}

function readSegment(reader: ObjectReader, key: string): [Point, Point] | null {
  const value = reader.raw(key);
  if (value === undefined) return null;
  if (Array.isArray(value) && value.length === 2) {
    return [
      readPoint(value[0], `${reader.place(key)}[0]`, reader.problems),
      readPoint(value[1], `${reader.place(key)}[1]`, reader.problems),
    ];
  }
  reader.fail(key, 'wrong_type', 'must be two points');
  return null;
}

function readPoint(value: unknown, path: string, problems: Problems): Point {
  if (Array.isArray(value) && value.length === 2) {
    const [x, y] = value as unknown[];
    if (typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  }
  problems.add(path, 'wrong_type', 'must be [x, y], two finite numbers');
  return [0, 0];
}
