/** The last search of a marker and its best layout, as the project stores them. */
import { create, fromJson, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import {
  NestRequestSchema,
  type NestSolution,
  NestSolutionSchema,
  type Placement,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { SearchedGround } from './question.js';

export interface KeptRun {
  readonly jobId: string;
  /** Number of the last event seen. */
  readonly seq: number;
  readonly ended: boolean;
  readonly ground: SearchedGround;
  readonly best: NestSolution | null;
  /** Parts that a person has placed. */
  readonly locked: readonly Placement[];
  /** Fingerprint of the outlines of the search. */
  readonly outlines: string;
}

/** Whether a later state of a run has only what its stream has told. A person changes the locked parts with every move. */
export const isNewsOf = (before: KeptRun | null, run: KeptRun | null): boolean =>
  before !== null && before.jobId === run?.jobId && before.locked === run.locked && before.outlines === run.outlines;

export interface StoredRun extends Omit<KeptRun, 'ground' | 'best' | 'locked'> {
  readonly ground: Omit<SearchedGround, 'polygons' | 'bins' | 'match'>;
  /** The request's parts, sheets, matches and locked parts. */
  readonly laid: JsonValue;
  readonly best: JsonValue | null;
}

export function runOf(json: unknown): KeptRun {
  const { ground, laid, best, ...rest } = json as StoredRun;
  const { polygons, bins, match, locked } = fromJson(NestRequestSchema, laid);
  return {
    ...rest,
    locked,
    ground: { ...ground, polygons, bins, match },
    best: best === null ? null : fromJson(NestSolutionSchema, best),
  };
}

/** The form in which it is stored. */
export function runSection(run: KeptRun): object {
  const section = sections.get(run) ?? sectionOf(run);
  sections.set(run, section);
  return section;
}

/** Of runs that are stored again with a change elsewhere. */
const sections = new WeakMap<KeptRun, object>();

function sectionOf(run: KeptRun): object {
  const { ground, best, locked, ...rest } = run;
  const { polygons: _, bins: __, match: ___, ...plain } = ground;
  const moved = toJson(NestRequestSchema, create(NestRequestSchema, { locked: [...locked] })) as JsonObject;
  const laid = { ...laidOf(ground), ...moved };
  return { ...rest, ground: plain, laid, best: best && toJson(NestSolutionSchema, best) } satisfies StoredRun;
}

const laidTexts = new WeakMap<SearchedGround, JsonObject>();

/** The request without the locked parts, which alone change while a person works on a layout of perhaps a thousand parts. */
function laidOf(ground: SearchedGround): JsonObject {
  const known = laidTexts.get(ground);
  if (known) return known;
  const { polygons, bins, match = [] } = ground;
  const lists = { polygons: [...polygons], bins: [...bins], match: [...match] };
  const laid = toJson(NestRequestSchema, create(NestRequestSchema, lists)) as JsonObject;
  laidTexts.set(ground, laid);
  return laid;
}
