/** The best layout that one thread finds of a request in some processor time. */
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';

/** `seconds`: of processor time. */
export function lastSolution(request: NestRequest, seed: number, seconds: number): Solution {
  const solutions: Solution[] = [];
  const begun = process.cpuUsage();
  let seen = 0;
  let lookAgainAt = 0;
  // To read the processor time costs a dozen times as much as the wall clock.
  const clock = (): number => {
    const now = performance.now();
    if (now < lookAgainAt) return seen;
    const { user, system } = process.cpuUsage(begun);
    seen = (user + system) / 1000;
    lookAgainAt = now + 1;
    return seen;
  };
  solve(
    { ...request, maximumExecutionTime: seconds },
    {
      seed,
      clock,
      cores: () => 1,
      shouldStop: () => false,
      emit: (event) => {
        if (event.type === 'solution') solutions.push(event.solution);
      },
    },
  );
  return solutions.at(-1)!;
}
