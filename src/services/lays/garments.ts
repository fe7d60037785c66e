/** The garments of an order's lines: drafted or given as parts, each once for all its colours. */
import { create, toBinary } from '@bufbuild/protobuf';
import { type LayLine, LayLineSchema, type PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { PatternOrderSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { idleOffsets } from '../../nesting/check/matches.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { NestWarning, Polygon } from '../../nesting/request.js';
import type { Order } from '../nest/garments.js';
import { type DraftDependencies, draftedOrder, type OrderedPiece, ofMaterial, withoutGrain } from '../nest/marker.js';
import { orderProblems } from '../nest/marker-problems.js';
import { polygonOf, toleranceOfPlain } from '../nest/request.js';
import type { Call } from '../services.js';
import { numbered } from './distinct-names.js';
import { draftedGarment, idleRepeats, leftOutMatches } from './drafted-garment.js';
import { garmentNames, givenNames, idleNames } from './garment-names.js';
import type { GarmentShape, MarkerParts, OrderedGarment } from './marker-parts.js';
import { type LayingRules, layingRulesOf, onStrip, roomOf, usualRotations } from './marker-request.js';

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

const isOfPatterns = ({ patternId }: LayLine): boolean => patternId !== undefined;

function settingProblems(request: PlanLaysRequest): FieldProblem[] {
  const rules = layingRulesOf(request);
  const { fabric } = rules;
  const isPatterned = fabric !== undefined && (fabric.repeatX !== null || fabric.repeatY !== null);
  const matching = isPatterned && request.lines.some(isOfPatterns);
  const seam: MarkerParts = {
    polygons: [{ ...part, matchPoints: [{ name: 'seam', at: [0, 0] }] }],
    match: [{ name: '', points: [{ part: 0, point: 'seam' }], axis: 'both', phaseX: 0, phaseY: 0 }],
  };
  const { problems } = checkNestRequest(roomOf(matching ? seam : { polygons: [part], match: [] }, onStrip(rules)));
  const ofSettings = problems.filter(({ path }) =>
    /^(allowedRotations|minDistance|rotationTolerance|fabric)/.test(path),
  );
  if (request.material === undefined || request.lines.some(isOfPatterns)) return ofSettings;
  const message = `material is ${JSON.stringify(request.material)}, but no line has a patternId`;
  return [...ofSettings, { path: 'material', code: 'unknown_value', message }];
}

function partProblems(request: PlanLaysRequest, line: LayLine, path: string): FieldProblem[] {
  const rules = layingRulesOf(request);
  const parts = line.parts.map(polygonOf);
  const polygons = rules.way === undefined ? parts : parts.map((own) => ({ directionGroup: 'garment', ...own }));
  const { problems } = checkNestRequest(roomOf({ polygons, match: [] }, onStrip(rules)));
  const otherWays = rules.way === 'marker' ? otherRotations(request, parts, path) : [];
  const isOfParts = ({ path: where }: FieldProblem): boolean => where.startsWith('polygons');
  const ofParts = problems.filter(isOfParts).map((problem) => {
    const rest = problem.path.slice('polygons'.length);
    const message = problem.message.replaceAll('polygons', `${path}.parts`);
    return { ...problem, path: `${path}.parts${rest}`, message };
  });
  return [...ofParts, ...otherWays];
}

/** Parts that cannot lie the one way of all others, since they have rotations of their own. */
function otherRotations(
  { allowedRotations }: PlanLaysRequest,
  parts: readonly Polygon[],
  path: string,
): FieldProblem[] {
  const all = allowedRotations.length === 0 ? usualRotations : allowedRotations;
  const isSame = (own: readonly number[]): boolean =>
    own.every((degrees) => all.includes(degrees)) && all.every((degrees) => own.includes(degrees));
  return parts.flatMap(({ allowedRotations: own }, i): FieldProblem[] => {
    if (!own || own.length === 0 || isSame(own)) return [];
    const at = `${path}.parts[${i}].allowedRotations`;
    const message = `${at} must be missing or those of the request: with direction one_way all parts lie the same way`;
    return [{ path: at, code: 'direction_group_mismatch', message }];
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
  const rules = layingRulesOf(request);
  const all = [...drafted.values()].flatMap(({ pieces }) => pieces);
  const cut = new Set(all.length === 0 ? [] : ofMaterial(all, material));
  const given = givenNames(lines, numbers);
  const names = garmentNames(
    firsts.map((i, garment) => {
      const { size = null } = lines[i]!;
      return { name: given[garment]!, size, pattern: drafted.get(garment)?.pattern ?? null };
    }),
  );
  const warnings = [...drafted].flatMap(([garment, { problems: own }]) => {
    const named = (message: string): string =>
      message.replace(/^(lines\S*: )?/, (path) => `${path}garment ${JSON.stringify(names[garment])}: `);
    return own.map((problem) => ({ ...problem, message: named(problem.message) }));
  });
  const garments = firsts.map((i, garment): OrderedGarment => {
    const line = lines[i]!;
    const name = names[garment]!;
    if (line.parts.length > 0) return { name, shapes: shapesOf(line.parts.map(polygonOf), garment, name, rules) };
    const pieces = drafted.get(garment)!.pieces.filter((piece) => cut.has(piece));
    if (pieces.length === 0) problems.push(withoutMaterial(i, material, drafted.get(garment)!.pieces));
    return draftedGarment(
      name,
      pieces.map((piece) => ({ ...piece, size: name, garments: 1 })),
      rules,
    );
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const ofMatches = garments.flatMap((garment, g) => leftOutMatches(garment, rules, `lines[${firsts[g]!}]`));
  const remarks = [...warnings, ...withoutGrain([...cut]), ...ofMatches];
  return {
    garments,
    ofLine: numbers,
    warnings: [
      ...remarks.map(({ path, code, message }) => {
        const line = /^lines\[\d+\]/.exec(path)?.[0] ?? 'lines';
        const placed = ofLine(line, { path, code, message });
        return { path: placed.path, code, message: placed.message };
      }),
      ...idleNames(lines, numbers),
      ...idleRepeats(garments, rules),
      ...idleOffsets(rules.fabric),
      ...toleranceOfPlain(request.fabric),
    ],
  };
}

function withoutMaterial(line: number, material: string | undefined, pieces: readonly OrderedPiece[]): FieldProblem {
  const path = `lines[${line}]`;
  const others = [...new Set(pieces.map(({ piece }) => JSON.stringify(piece.material)))].sort().join(', ');
  const message = `${path}: the garment has no piece of ${JSON.stringify(material ?? '')}; its pieces are cut from ${others}`;
  return { path, code: 'unknown_value', message };
}

/** Ids are like those of drafted pieces. They differ within a marker, though those of the order may repeat. */
function shapesOf(polygons: readonly Polygon[], garment: number, name: string, { way }: LayingRules): GarmentShape[] {
  const ids = numbered(polygons.map(({ id }, i) => id || String(i + 1)));
  return polygons.map(({ quantity = 1, allowedRotations, ...polygon }, i) => ({
    name: `${garment + 1}-${ids[i]!}-${name}`,
    // One way is the same rotation for all, which the nest has.
    polygons: [allowedRotations && way !== 'marker' ? { ...polygon, allowedRotations } : polygon],
    quantity,
  }));
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
