/** The garments of an order's lines: drafted or given as parts, each once for all its colours. */
import { create, toBinary } from '@bufbuild/protobuf';
import { type LayLine, LayLineSchema, type PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { PatternOrderSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { NestWarning, Polygon } from '../../nesting/request.js';
import type { Order } from '../nest/garments.js';
import { type DraftDependencies, draftedOrder, type OrderedPiece, ofMaterial, withoutGrain } from '../nest/marker.js';
import { orderProblems } from '../nest/marker-problems.js';
import { partName, partsOf } from '../nest/parts.js';
import { polygonOf } from '../nest/request.js';
import type { Call } from '../services.js';
import { roomOf } from './marker-request.js';

/** A garment with the parts of one copy. */
export interface OrderedGarment {
  readonly name: string;
  readonly shapes: readonly GarmentShape[];
}

/** A part of a garment, as plain data. */
export interface GarmentShape {
  /** Its id without the number of the copy: garment, part, size. */
  readonly name: string;
  /** The copies of a garment take them in turn: a mirrored piece has two. */
  readonly polygons: readonly Omit<Polygon, 'id'>[];
  /** Copies in a garment. */
  readonly quantity: number;
}

/** The parts of so many copies of a garment. */
export function partsOfCopies({ shapes }: OrderedGarment, copies: number): Polygon[] {
  return shapes.flatMap(({ name, polygons, quantity }) =>
    Array.from({ length: quantity * copies }, (_, copy) => ({
      ...polygons[(copy % quantity) % polygons.length]!,
      id: `${name}-${copy + 1}`,
    })),
  );
}

export interface OrderedGarments {
  readonly garments: readonly OrderedGarment[];
  /** Index of the garment of each line. */
  readonly ofLine: readonly number[];
  readonly warnings: readonly NestWarning[];
}

/** Which garment a line is, whatever its colour and number. */
function keyOf(line: LayLine): string {
  const { patternId, versionId, versionNumber, variables, body, table, tableVersion, size, parts } = line;
  const own = { patternId, versionId, versionNumber, variables, body, table, tableVersion, size, parts };
  // variables may lack a value, which JSON could not write; the draft refuses them by name
  return Buffer.from(toBinary(LayLineSchema, create(LayLineSchema, own as never))).toString('latin1');
}

/** The first line of each garment, and the garment of each line. */
function distinct(lines: readonly LayLine[]): { firsts: number[]; ofLine: number[] } {
  const firsts: number[] = [];
  const numbers = new Map<string, number>();
  const ofLine = lines.map((line, i) => {
    const key = keyOf(line);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, firsts.length);
    firsts.push(i);
    return firsts.length - 1;
  });
  return { firsts, ofLine };
}

/** Faults of patterns, bodies, sizes and parts that show without drafting. */
export async function garmentProblems(
  deps: DraftDependencies,
  request: PlanLaysRequest,
  { caller }: Call,
): Promise<FieldProblem[]> {
  const problems = settingProblems(request);
  for (const i of distinct(request.lines).firsts) {
    const line = request.lines[i]!;
    const path = `lines[${i}]`;
    if (line.parts.length > 0) problems.push(...partProblems(request, line, path));
    else if (line.patternId !== undefined) {
      const found = await orderProblems(deps, orderOf(line), path, caller);
      problems.push(...found.map((problem) => ofLine(path, problem)));
    }
  }
  return problems;
}

/** Stands for parts, so that the settings of the nests can be checked before there are any. */
const part: Polygon = {
  id: '',
  origin: null,
  points: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
};

function settingProblems(request: PlanLaysRequest): FieldProblem[] {
  const { problems } = checkNestRequest(
    roomOf([part], { ...request, width: 1, seconds: 1, warmStart: [], refines: false }),
  );
  const ofSettings = problems.filter(({ path }) => /^(allowedRotations|minDistance)/.test(path));
  if (request.material === undefined || request.lines.some(({ patternId }) => patternId !== undefined))
    return ofSettings;
  const message = `material is ${JSON.stringify(request.material)}, but no line has a patternId`;
  return [...ofSettings, { path: 'material', code: 'unknown_value', message }];
}

function partProblems(request: PlanLaysRequest, line: LayLine, path: string): FieldProblem[] {
  const polygons = line.parts.map(polygonOf);
  const { problems } = checkNestRequest(
    roomOf(polygons, { ...request, width: 1, seconds: 1, warmStart: [], refines: false }),
  );
  const isOfParts = ({ path: where }: FieldProblem): boolean => where.startsWith('polygons');
  return problems.filter(isOfParts).map((problem) => {
    const rest = problem.path.slice('polygons'.length);
    const message = problem.message.replaceAll('polygons', `${path}.parts`);
    return { ...problem, path: `${path}.parts${rest}`, message };
  });
}

/** Drafts each garment once. Throws `invalid` with the problems of all lines. */
export async function orderedGarments(
  deps: DraftDependencies,
  request: PlanLaysRequest,
  call: Call,
): Promise<OrderedGarments> {
  const { lines, material } = request;
  const { firsts, ofLine: numbers } = distinct(lines);
  const problems: FieldProblem[] = [];
  const drafted = new Map<number, Awaited<ReturnType<typeof draftedOrder>>>();
  for (const [garment, i] of firsts.entries()) {
    call.signal.throwIfAborted();
    if (lines[i]!.parts.length > 0) continue;
    const path = `lines[${i}]`;
    try {
      drafted.set(garment, await draftedOrder(deps, orderOf(lines[i]!), { order: garment, path }, call));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
      problems.push(...error.problems.map((problem) => ofLine(path, problem)));
    }
  }
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const all = [...drafted.values()].flatMap(({ pieces }) => pieces);
  const cut = new Set(all.length === 0 ? [] : ofMaterial(all, material));
  const warnings = [...drafted.values()].flatMap((one) => one.problems);
  const garments = firsts.map((i, garment): OrderedGarment => {
    const line = lines[i]!;
    const name = line.name || (line.size ?? `garment ${garment + 1}`);
    if (line.parts.length > 0) return { name, shapes: shapesOf(line.parts.map(polygonOf), garment, name) };
    const pieces = drafted.get(garment)!.pieces.filter((piece) => cut.has(piece));
    if (pieces.length === 0) problems.push(withoutMaterial(i, material, drafted.get(garment)!.pieces));
    return { name, shapes: pieces.map((piece) => shapeOf({ ...piece, size: name, garments: 1 })) };
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const remarks = [...warnings, ...withoutGrain([...cut])];
  return {
    garments,
    ofLine: numbers,
    warnings: remarks.map(({ path, code, message }) => {
      const line = /^lines\[\d+\]/.exec(path)?.[0] ?? 'lines';
      const placed = ofLine(line, { path, code, message });
      return { path: placed.path, code, message: placed.message };
    }),
  };
}

function withoutMaterial(line: number, material: string | undefined, pieces: readonly OrderedPiece[]): FieldProblem {
  const path = `lines[${line}]`;
  const others = [...new Set(pieces.map(({ piece }) => JSON.stringify(piece.material)))].sort().join(', ');
  const message = `${path}: the garment has no piece of ${JSON.stringify(material ?? '')}; its pieces are cut from ${others}`;
  return { path, code: 'unknown_value', message };
}

/** Ids are like those of drafted pieces. */
function shapesOf(polygons: readonly Polygon[], garment: number, name: string): GarmentShape[] {
  return polygons.map(({ quantity = 1, ...polygon }, i) => ({
    name: `${garment + 1}-${polygon.id || i + 1}-${name}`,
    polygons: [polygon],
    quantity,
  }));
}

function shapeOf(piece: OrderedPiece): GarmentShape {
  const copies = partsOf([piece], 'left', 'none');
  const name = partName(piece, 0).replace(/-1$/, '');
  return { name, polygons: copies.slice(0, piece.piece.mirrored ? 2 : 1), quantity: piece.piece.quantity };
}

function orderOf(line: LayLine): Order {
  const { patternId = '', versionId, versionNumber, variables, body, table, tableVersion, size } = line;
  return create(PatternOrderSchema, {
    patternId,
    variables,
    ...(versionId !== undefined && { versionId }),
    ...(versionNumber !== undefined && { versionNumber }),
    ...(body && { body }),
    ...(table !== undefined && { table }),
    ...(tableVersion !== undefined && { tableVersion }),
    sizes: size === undefined ? [] : [{ size }],
  });
}

/** A line has one size, and an order a list of them. */
function ofLine(path: string, problem: FieldProblem): FieldProblem {
  const place = `${path}.sizes[0]`;
  const said = (text: string): string => text.replaceAll(`${place}.size`, `${path}.size`).replaceAll(place, path);
  return { ...problem, path: said(problem.path), message: said(problem.message) };
}
