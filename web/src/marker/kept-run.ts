/** The last search and its best layout, kept over a reload in the storage of the tab. */
import { create, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { NestRequestSchema, type NestSolution, NestSolutionSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { keep, recall } from '../shell/kept.js';
import type { Ground } from './run.js';

export interface KeptRun {
  readonly jobId: string;
  /** Number of the last event seen. */
  readonly seq: number;
  readonly ended: boolean;
  readonly ground: Ground;
  readonly best: NestSolution | null;
  /** Fingerprint of the outlines of the search. */
  readonly outlines: string;
}

interface Stored extends Omit<KeptRun, 'ground' | 'best'> {
  readonly ground: Omit<Ground, 'polygons' | 'bins'>;
  readonly laid: JsonValue;
  readonly best: JsonValue | null;
}

export const recallRun = (): KeptRun | null =>
  recall('run', (json) => {
    const { ground, laid, best, ...rest } = json as Stored;
    const { polygons, bins } = fromJson(NestRequestSchema, laid);
    return {
      ...rest,
      ground: { ...ground, polygons, bins },
      best: best === null ? null : fromJson(NestSolutionSchema, best),
    };
  });

export function keepRun(run: KeptRun | null): void {
  if (run === null) {
    keep('run', null);
    return;
  }
  const { ground, best, ...rest } = run;
  const { polygons, bins, ...plain } = ground;
  const laid = toJson(NestRequestSchema, create(NestRequestSchema, { polygons: [...polygons], bins: [...bins] }));
  keep('run', { ...rest, ground: plain, laid, best: best && toJson(NestSolutionSchema, best) } satisfies Stored);
}
