/** A record of the watch: of one case, and of all of them as they are checked in. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { WatchCase } from './cases.js';

/** Counts of all seeds of a case together; what each is stands with `Costs`. */
export interface Counters {
  readonly stepsBefore: number;
  readonly polygonsBefore: number;
  readonly polygonsOfConstructions: number;
  readonly polygonsMade: number;
  readonly polygonsMadeAgain: number;
  readonly tablesMade: number;
  readonly tablesMadeAgain: number;
  readonly tablesDropped: number;
  readonly tableBytes: number;
  readonly weighingsByOutlines: number;
  readonly positionsPerPass: number;
}

export interface CaseRecord {
  readonly work: number;
  readonly seeds: readonly number[];
  /** Percent, the mean of the seeds. */
  readonly density: number;
  readonly counters: Counters;
}

/** One run of a case, with what differs from run to run. */
export interface CaseRun {
  readonly density: number;
  readonly counters: Counters;
  readonly passes: number;
  /** Of processor time, of both threads. */
  readonly seconds: number;
}

export type Baseline = Readonly<Record<string, CaseRecord>>;

const file = new URL('../../../../bench/nesting/watch/baseline.json', import.meta.url);

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, 'utf8')) as Baseline;
}

/** Renews the records of some cases; those that did not run stay. */
export function renewBaseline(runs: ReadonlyMap<WatchCase, CaseRun>): void {
  const renewed: Record<string, CaseRecord> = { ...readBaseline() };
  for (const [{ name, work, seeds }, { density, counters }] of runs) {
    renewed[name] = { work, seeds, density: Number(density.toFixed(4)), counters };
  }
  // Lists of seeds on one line, as the formatter wants them.
  const text = JSON.stringify(renewed, null, 2).replace(/\[[^\]]*\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
  );
  writeFileSync(file, `${text}\n`);
}
