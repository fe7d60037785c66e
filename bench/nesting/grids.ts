/**
 * Density on grids: strips of the literature with square cells, whose side is a share of a part's side. Each is solved
 * by the service's search and by the genetic search alone.
 *
 * node dist/bench/nesting/grids.js SECONDS [NAME...]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { Search } from '../../src/nesting/construct/search.js';
import { solve } from '../../src/nesting/solver.js';
import { instanceRequest } from './instance.js';

const folder = process.env.NEST_INSTANCES ?? '../shared/nesting/instances';
const [seconds = '8', ...names] = process.argv.slice(2);
const strips = names.length ? names : ['albano', 'dagli', 'fu', 'jakobs1', 'mao', 'trousers'];
/** Side of a cell, as a share of the side of a square as large as an average part. */
const shares = [0.05, 0.15, 0.3];

function density(name: string, share: number, search?: Search): number {
  const file = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const cell = Number((share * Math.sqrt(file.itemArea / file.parts)).toFixed(2));
  const request = instanceRequest(file, { matchingType: 'pattern', maximumExecutionTime: Number(seconds), seed: 1 });
  // The strip is doubled in length: the first layout on a coarse grid may need it.
  const [strip] = request.bins;
  const end = Math.max(...strip!.boundary.points.map(([x]) => x));
  const points = strip!.boundary.points.map(([x, y]): [number, number] => [x === end ? 2 * x : x, y]);
  const bins = [{ ...strip!, boundary: { ...strip!.boundary, points }, cellWidth: cell, cellHeight: cell }];
  let length = Infinity;
  const emit: Parameters<typeof solve>[1]['emit'] = (event) => {
    if (event.type === 'solution' && event.solution.unplaced.length === 0) length = event.solution.usage.length;
  };
  const options = { seed: 1, shouldStop: () => false, emit };
  if (search) solve({ ...request, bins }, options, search);
  else solve({ ...request, bins }, options);
  return (100 * file.itemArea) / (file.stripWidth * length);
}

process.stdout.write(`| instance | cell | densest search | genetic search |\n| --- | ---: | ---: | ---: |\n`);
for (const name of strips) {
  for (const share of shares) {
    const [found, bred] = [density(name, share), density(name, share, geneticSearch)];
    process.stdout.write(`| ${name} | ${share} | ${found.toFixed(2)} | ${bred.toFixed(2)} |\n`);
  }
}
process.exit(0);
