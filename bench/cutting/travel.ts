/**
 * The travel of a cutter beside an exact tour. It nests each instance by a fixed amount of work and orders the cuts
 * of each sheet. The CP-SAT solver of OR-tools finds the shortest open tour through the same starts.
 *
 * node dist/bench/cutting/travel.js INSTANCE.json... [--work N] [--most N] [--seconds N]
 * needs Python with OR-tools: pip install ortools
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type CutPath, cutPathOf } from '../../src/drawing/marker/cutting/cut-path.js';
import { layMarker, type MarkerSheet } from '../../src/drawing/marker/marker.js';
import type { Solution, SolverEvent } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { instanceRequest } from '../nesting/instance.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: 'string', default: '200' },
    most: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
  },
});
if (positionals.length === 0) {
  process.stderr.write('usage: travel INSTANCE.json... [--work N] [--most N] [--seconds N]\n');
  process.exit(2);
}

console.log('instance                    sheet lines    travel     exact   ratio proven  seconds');
for (const path of positionals) {
  for (const sheet of sheetsOf(path)) {
    if (sheet.parts.length > Number(values.most)) {
      console.log(`${name(path, sheet)} ${sheet.parts.length} parts: more than ${values.most}, left out`);
      continue;
    }
    const { user } = process.cpuUsage();
    const cut = cutPathOf(sheet);
    const seconds = (process.cpuUsage().user - user) / 1e6;
    const { length, proven } = exactTour(cut);
    const figures = [
      `${cut.lines.length}`.padStart(5),
      cut.travel.toFixed(1).padStart(9),
      length.toFixed(1).padStart(9),
    ];
    const ratio = (cut.travel / length).toFixed(3).padStart(7);
    console.log(
      `${name(path, sheet)} ${figures.join(' ')} ${ratio} ${proven ? '   yes' : '    no'} ${seconds.toFixed(2).padStart(8)}`,
    );
  }
}

function name(path: string, { bin }: MarkerSheet): string {
  return `${basename(path, '.json').slice(0, 27).padEnd(27)} ${`${bin}`.padStart(5)}`;
}

function sheetsOf(path: string): readonly MarkerSheet[] {
  const request = instanceRequest(JSON.parse(readFileSync(path, 'utf8')), { workLimit: Number(values.work) });
  let best: Solution | undefined;
  solve(request, {
    seed: 1,
    shouldStop: () => false,
    emit: (event: SolverEvent) => {
      if (event.type === 'solution') best = event.solution;
    },
  });
  if (!best) throw new Error(`${path}: no layout`);
  const { polygons, gravityDirection } = request;
  const bins = request.bins.map(({ boundary, holes }) => ({ boundary, holes }));
  return layMarker({ polygons, bins, placements: best.placements, unplaced: best.unplaced, gravityDirection }).sheets;
}

/** Through the same starts, from the same corner, with what lies inside first left to chance: a lower bound. */
function exactTour({ lines, home, travel }: CutPath): { length: number; proven: boolean } {
  const ends = lines.map(({ points }) => [points[0], points.at(-1)]);
  const run = spawnSync(process.env.PYTHON ?? 'python3', ['bench/cutting/exact_tour.py', values.seconds], {
    input: JSON.stringify({ home, ends, upper: travel }),
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}
