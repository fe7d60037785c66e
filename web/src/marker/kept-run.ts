/** The last search and its best layout, a section of the project. */
import { create, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import {
  NestRequestSchema,
  type NestSolution,
  NestSolutionSchema,
  type Placement,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { keep, recall } from '../shell/kept.js';
import type { SearchedGround } from './run.js';

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

interface Stored extends Omit<KeptRun, 'ground' | 'best' | 'locked'> {
  readonly ground: Omit<SearchedGround, 'polygons' | 'bins' | 'match'>;
  /** The request's parts, sheets, matches and locked parts. */
  readonly laid: JsonValue;
  readonly best: JsonValue | null;
}

export const recallRun = (): KeptRun | null =>
  recall('run', (json) => {
    const { ground, laid, best, ...rest } = json as Stored;
    const { polygons, bins, match, locked } = fromJson(NestRequestSchema, laid);
    return {
      ...rest,
      locked,
      ground: { ...ground, polygons, bins, match },
      best: best === null ? null : fromJson(NestSolutionSchema, best),
    };
  });

export const keepRun = (run: KeptRun | null): void => keep('run', run && runSection(run));

/** The section as it is stored. */
export function runSection(run: KeptRun): object {
  const { ground, best, locked, ...rest } = run;
  const { polygons, bins, match = [], ...plain } = ground;
  const lists = { polygons: [...polygons], bins: [...bins], match: [...match], locked: [...locked] };
  const laid = toJson(NestRequestSchema, create(NestRequestSchema, lists));
  return { ...rest, ground: plain, laid, best: best && toJson(NestSolutionSchema, best) } satisfies Stored;
}
