/** The garments of an order of a marker: one for its body or its defaults, or one for each of its sizes. */
import type { NestPatternsRequest } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { DraftRequest } from '../../patterns/draft.js';
import type { SizeTable } from '../../patterns/size-tables/size-table.js';
import { type SizeTables, sizeNamed } from '../../patterns/size-tables/size-tables.js';
import type { PatternBodies } from '../patterns/body.js';
import { variablesOfRequest } from '../patterns/message.js';
import type { Caller } from '../services.js';
import { bodyOf } from '../sizes/message.js';

export type Order = NestPatternsRequest['patterns'][number];

export interface GarmentSources {
  readonly tables: SizeTables;
  readonly bodies: PatternBodies;
}

export interface Garment {
  /** Null: made to a body, or to the defaults. */
  readonly size: string | null;
  /** Copies to cut. */
  readonly quantity: number;
  readonly request: DraftRequest;
  /** Gives a problem of its draft a place in the request. */
  readonly placed: (problem: FieldProblem) => FieldProblem;
  /** Remarks on its measurements. */
  readonly warnings: readonly FieldProblem[];
}

/**
 * The garments of the order at `path`, such as `patterns[2]`, and the faults of its body and sizes. Throws `not_found`
 * for a table that the caller may not read.
 */
export async function garmentsOf(
  { tables, bodies }: GarmentSources,
  order: Order,
  path: string,
  caller: Caller,
): Promise<{ garments: Garment[]; problems: FieldProblem[] }> {
  const garments: Garment[] = [];
  const problems: FieldProblem[] = [];
  const variables = variablesOfRequest(order.variables);
  const garment = async (place: string, size: string | null, body: Order['body'], quantity: number): Promise<void> => {
    try {
      const known = body && (await bodies.of(body, size === null ? `${place}.body` : place, caller));
      const ofOrder = (problem: FieldProblem): boolean =>
        size === null || Object.keys(variables).some((key) => problem.path === `variables.${key}`);
      garments.push({
        size,
        quantity: quantity * (order.quantity ?? 1),
        request: { variables, unfold: true, ...(known && { body: known.values }) },
        placed: (problem) => within(ofOrder(problem) ? path : place, problem),
        warnings: known?.warnings ?? [],
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
      problems.push(...error.problems);
    }
  };
  if (order.sizes.length === 0 || order.table === undefined) {
    await garment(path, null, order.body, 1);
    return { garments, problems };
  }
  const table = await namingField(path, 'table', tables.table(order.table, order.tableVersion, caller));
  problems.push(...sizeProblems(table, order, path));
  for (const [i, { size: name, quantity }] of order.sizes.entries()) {
    const size = table.sizes.find((one) => one.name === name);
    if (size) await garment(`${path}.sizes[${i}]`, name, bodyOf(size), quantity ?? 1);
  }
  return { garments, problems };
}

/** Sizes that the table lacks, and sizes that come twice. */
function sizeProblems(table: SizeTable, { sizes }: Order, path: string): FieldProblem[] {
  const names = sizes.map(({ size }) => size);
  return names.flatMap((name, i): FieldProblem[] => {
    const place = `${path}.sizes[${i}].size`;
    const found = sizeNamed(table, name, place);
    if ('problem' in found) return [found.problem];
    if (names.indexOf(name) === i) return [];
    const message = `${place} is ${JSON.stringify(name)}, as that of a size before it`;
    return [{ path: place, code: 'duplicate_name', message }];
  });
}

/** The pattern or table of an order. Throws `not_found` with the place of its field: `field`, unless the refusal has one. */
export async function namingField<T>(path: string, field: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not_found') throw error;
    const { kind, code, message, problems } = error;
    const told = problems.length > 0 ? problems : [{ path: field, code, message }];
    throw ServiceError.ofProblems(
      kind,
      told.map((problem) => within(path, problem)),
    );
  }
}

/** A problem of one garment, with its place in the request in `path` and at the start of the sentence. */
export function within(path: string, problem: FieldProblem): FieldProblem {
  if (problem.path === path || problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`))
    return problem;
  const place = `${path}.${problem.path}`;
  const message = problem.message.startsWith(problem.path)
    ? place + problem.message.slice(problem.path.length)
    : `${path}: ${problem.message}`;
  return { ...problem, path: place, message };
}
