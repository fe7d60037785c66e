/**
 * A solver thread for tests of the queue. The thread is real and follows the id of the first polygon. So a test decides when a
 * solver improves, ends, hangs or dies. Its layouts are as good as their fitness says.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { ServiceError } from '../../src/errors.js';
import { serveSolver } from '../../src/jobs/serve-solver.js';
import type { NestRequest, Solution, SolveEnd, SolveOptions } from '../../src/nesting/request.js';
import type { Script } from './workbench.js';

const cell = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms: number) => Atomics.wait(cell, 0, 0, ms);

function layout(fitness: number, seed: number, generation: number, elapsedSeconds: number): Solution {
  return {
    fitness,
    usage: { width: 1, length: fitness, area: fitness, partArea: 0.5 * fitness, sheets: [] },
    utilisation: 0.5,
    sheetCount: null,
    sheetUtilisation: null,
    // All seeds agree on the first layout, as in the real solver.
    placements: [{ id: '', index: 0, bin: 0, position: [generation === 0 ? 0 : seed, generation], rotation: 0 }],
    unplaced: [],
    unplacedIndices: [],
    generation,
    tested: 1 + generation * 10,
    elapsedSeconds,
  };
}

/** See `Script.relay`. */
function relay(request: NestRequest, options: SolveOptions, script: Script, elapsed: () => number): SolveEnd {
  const start = { fitness: options.startFrom?.fitness ?? 1_000 };
  let { fitness } = start;
  // One that replaces another knows the best layout already.
  const begins = options.seed === request.seed || options.startFrom !== undefined;
  for (let generation = 1, found = 0; ; generation++) {
    sleep(2);
    if (options.shouldStop()) return 'cancelled';
    if (elapsed() >= request.maximumExecutionTime) return 'time_limit';
    if (request.workLimit !== null && generation > request.workLimit) return 'work_limit';
    const shown = begins && found === 0 ? start : options.exchange?.take();
    if (!shown || (shown.fitness >= fitness && shown !== start)) continue;
    if (script.die !== undefined && found === script.dieAfter && !existsSync(script.die)) {
      writeFileSync(script.die, '');
      process.exit(3);
    }
    fitness = shown.fitness - 1;
    found++;
    options.emit({ type: 'solution', solution: layout(fitness, options.seed, generation, elapsed()) });
    if (fitness <= 1_000 - script.relay!) return 'optimal';
  }
}

function solve(request: NestRequest, options: SolveOptions): SolveEnd {
  const script = JSON.parse(request.polygons[0]!.id) as Script;
  if (script.hoard) for (const hoard: number[][] = []; ; ) hoard.push(Array.from({ length: 10_000 }, Math.random));
  if (script.refuse) throw new ServiceError('invalid', 'The request was refused', { code: 'refused' });
  if (script.die === 'always') throw new Error('the solver died');
  if (script.die !== undefined && !existsSync(script.die) && options.startFrom === undefined && !script.dieAfter) {
    writeFileSync(script.die, '');
    process.exit(3);
  }
  const started = performance.now();
  const elapsed = () => (options.elapsedBefore ?? 0) + (performance.now() - started) / 1000;
  let fitness = options.startFrom?.fitness ?? 1_000;
  if (script.showsBeginning)
    options.emit({ type: 'solution', solution: layout(2 * fitness, options.seed, 0, elapsed()), isPartial: true });
  if (script.firstLayoutMs) sleep(script.firstLayoutMs);
  const first = layout(fitness, options.seed, 0, elapsed());
  options.emit({ type: 'solution', solution: first });
  if (script.relay) return relay(request, options, script, elapsed);
  if (script.tellsCores) {
    const width = options.cores?.() ?? 0;
    options.emit({ type: 'solution', solution: { ...first, fitness: fitness - 1, usage: { ...first.usage, width } } });
    return 'target';
  }
  for (let generation = 1; ; generation++) {
    if (script.deaf) sleep(60_000);
    sleep(script.stepMs ?? 2);
    if (script.waits?.generation === generation)
      while (!existsSync(script.waits.file) && !options.shouldStop()) sleep(5);
    const takes = generation === 1 ? (script.firstGenerationMs ?? 0) : 0;
    for (const until = elapsed() + takes / 1000; elapsed() < until && !options.shouldStop(); ) sleep(5);
    if (options.shouldStop()) {
      const solution = layout(fitness - 100, options.seed, generation, elapsed());
      if (script.lastWords) options.emit({ type: 'solution', solution });
      return 'cancelled';
    }
    if (elapsed() >= request.maximumExecutionTime && !takes) return 'time_limit';
    if (request.workLimit !== null && generation > request.workLimit) return 'work_limit';
    if (script.dieAfter === generation && !existsSync(script.die!)) {
      writeFileSync(script.die!, '');
      process.exit(3);
    }
    if (script.optimalAfter === generation) return 'optimal';
    fitness -= script.same ? 1 : (options.seed % 7) + 1;
    options.emit({ type: 'solution', solution: layout(fitness, options.seed, generation, elapsed()) });
    options.emit({
      type: 'progress',
      status: 'running',
      generation,
      tested: 1 + generation * 10,
      elapsedSeconds: elapsed(),
    });
  }
}

serveSolver(solve);
