/**
 * What a pattern declares about its sewing: pairs of edges, and measurements of the finished garment. One form for
 * definitions and for the data beside FreeSewing designs.
 */
import type { Problems } from '../../problems.js';
import type { PieceMatch, SeamEdge } from '../draft.js';
import { ObjectReader } from '../json-reader.js';
import { measurementByName } from '../measurements.js';

/** A formula: a text, or a number that stands for itself. Lengths are in the unit of the document. */
type FormulaText = string | number;

export interface SeamDeclaration {
  readonly name: string;
  readonly first: readonly SeamEdge[];
  readonly second: readonly SeamEdge[];
  /** The first side is so much longer than the second; null: by `ratio`, else equally long. */
  readonly ease: FormulaText | null;
  /** The first side is so many times as long as the second. */
  readonly ratio: FormulaText | null;
  /** The sides may be so much off their ease without a word; null: 1 mm. */
  readonly tolerance: number | null;
  /** The seam is left out where this does not hold. */
  readonly when: string | null;
  /** Pairs of points that meet, as `piece.point`: one on the first side, one on the second. */
  readonly notches: readonly (readonly [string, string])[];
}

export interface FinishedDeclaration {
  readonly name: string;
  readonly formula: FormulaText;
  /** One of the 69 measurements, a length; null: compared with none. */
  readonly body: string | null;
  readonly when: string | null;
}

/** Points at which the pattern of the cloth meets, beside those of the seams. */
export interface MatchDeclaration {
  readonly name: string;
  /** `piece.point`. */
  readonly points: readonly string[];
  readonly axis: PieceMatch['axis'];
  readonly copies: PieceMatch['copies'];
  readonly when: string | null;
}

export interface SewingDeclaration {
  readonly seams: readonly SeamDeclaration[];
  readonly matches: readonly MatchDeclaration[];
  readonly finished: readonly FinishedDeclaration[];
}

export const sewingLimits = {
  edges: 100,
  stretches: 50,
  points: 50,
  seams: 300,
  sides: 50,
  matches: 100,
  finished: 100,
} as const;

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const nameRule = 'must be lower case letters, digits and hyphens';

/** One way along an outline through points in order, always the shorter way to the next; an edge has one or more. */
export type Stretch<P> = readonly P[];

/** Edges by name: `["a", "b"]`, or `[["a", "b"], ["c", "d"]]` where darts lie between. */
export function readEdges<P>(
  reader: ObjectReader,
  readPoint: (value: unknown, path: string) => P,
): ReadonlyMap<string, readonly Stretch<P>[]> {
  return reader.record('edges', sewingLimits.edges, (value, path) => {
    const { problems } = reader;
    const name = path.slice(path.lastIndexOf('.') + 1);
    if (!namePattern.test(name)) problems.add(path, 'invalid_name', `the name of an edge ${nameRule}`);
    const isNested = Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
    const stretches: readonly unknown[] = isNested ? value : [value];
    if (stretches.length > sewingLimits.stretches) {
      problems.add(path, 'too_many', `has more than ${sewingLimits.stretches} stretches`);
      return null;
    }
    return stretches.map((stretch, i) => {
      const at = isNested ? `${path}[${i}]` : path;
      if (Array.isArray(stretch) && stretch.length >= 2 && stretch.length <= sewingLimits.points)
        return stretch.map((point, k) => readPoint(point, `${at}[${k}]`));
      problems.add(at, 'wrong_type', `must be an array of 2 to ${sewingLimits.points} points`);
      return [];
    });
  });
}

/** The members `seams`, `matches` and `finished` of a document. */
export function readSewing(reader: ObjectReader): SewingDeclaration {
  const { problems } = reader;
  const sewing = {
    seams: reader.list('seams', sewingLimits.seams, (value, path) => readSeam(value, path, problems)),
    matches: reader.list('matches', sewingLimits.matches, (value, path) => readMatch(value, path, problems)),
    finished: reader.list('finished', sewingLimits.finished, (value, path) => readFinished(value, path, problems)),
  };
  for (const key of ['seams', 'matches', 'finished'] as const) {
    const seen = new Set<string>();
    for (const [i, { name }] of sewing[key].entries()) {
      if (seen.has(name))
        problems.add(`${reader.place(key)}[${i}].name`, 'duplicate_name', `"${name}" is taken already`);
      seen.add(name);
    }
  }
  return sewing;
}

function readSeam(value: unknown, path: string, problems: Problems): SeamDeclaration | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const seam: SeamDeclaration = {
    name: reader.text('name', undefined, 100),
    first: readSide(reader, 'first'),
    second: readSide(reader, 'second'),
    ease: reader.has('ease') ? reader.formula('ease') : null,
    ratio: reader.has('ratio') ? reader.formula('ratio') : null,
    tolerance: reader.number('tolerance'),
    when: reader.has('when') ? reader.text('when') : null,
    notches: reader.list('notches', 100, (pair, at) => {
      const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((point) => typeof point === 'string');
      if (isPair) return [String(pair[0]), String(pair[1])] as const;
      problems.add(at, 'wrong_type', 'must be an array of two names of points: on the first side, on the second');
      return null;
    }),
  };
  if (seam.tolerance !== null && seam.tolerance < 0) reader.fail('tolerance', 'out_of_range', 'must be at least 0');
  if (seam.ease !== null && seam.ratio !== null)
    reader.fail('ratio', 'unknown_key', 'goes without ease: a seam has one of them at most');
  reader.end();
  return seam;
}

/** `piece.edge`, with a hyphen in front where the walk goes from the end of the edge to its start. */
function readSide(reader: ObjectReader, key: 'first' | 'second'): SeamEdge[] {
  const side = reader.list(
    key,
    sewingLimits.sides,
    (value, path) => {
      const [, back, piece, edge] =
        typeof value === 'string' ? (/^(-?)([a-z0-9][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*)$/.exec(value) ?? []) : [];
      if (piece !== undefined && edge !== undefined) return { piece, edge, reversed: back === '-' };
      reader.problems.add(path, 'wrong_type', 'must be a text such as "front.side", or "-front.side" for the way back');
      return null;
    },
    { required: true },
  );
  if (reader.has(key) && side.length === 0) reader.fail(key, 'required', 'a side has at least one edge');
  return side;
}

function readMatch(value: unknown, path: string, problems: Problems): MatchDeclaration | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const name = reader.text('name', undefined, 100);
  const points = reader.list(
    'points',
    sewingLimits.points,
    (point, at) => {
      if (typeof point === 'string') return point;
      problems.add(at, 'wrong_type', 'must be the name of a point, as "piece.point"');
      return null;
    },
    { required: true },
  );
  if (reader.has('points') && points.length === 0) reader.fail('points', 'required', 'a match has at least one point');
  const choice = <T extends string>(key: string, choices: readonly [T, ...T[]]): T => {
    const sent = reader.has(key) ? reader.text(key, undefined, 20) : choices[0];
    const found = choices.find((one) => one === sent);
    if (found === undefined) reader.fail(key, 'unknown_value', `must be one of ${choices.join(', ')}`);
    return found ?? choices[0];
  };
  const axis = choice('axis', ['both', 'level', 'upright']);
  const copies = choice('copies', ['all', 'odd', 'even']);
  const when = reader.has('when') ? reader.text('when') : null;
  reader.end();
  return { name, points, axis, copies, when };
}

function readFinished(value: unknown, path: string, problems: Problems): FinishedDeclaration | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const declared: FinishedDeclaration = {
    name: reader.text('name', undefined, 100),
    formula: reader.formula('formula'),
    body: reader.has('body') ? reader.text('body', undefined, 64) : null,
    when: reader.has('when') ? reader.text('when') : null,
  };
  if (declared.body !== null && measurementByName(declared.body)?.unit !== 'cm')
    reader.fail('body', 'unknown_measurement', `"${declared.body}" is not a length of the body`);
  reader.end();
  return declared;
}
