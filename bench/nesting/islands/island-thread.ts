/** A solver thread of the bench: the real solver, by the clock of its turns, with the seconds of the bench. */
import { getEnvironmentData } from 'node:worker_threads';
import { serveSolver } from '../../../src/jobs/serve-solver.js';
import { solve } from '../../../src/nesting/solver.js';
import { Turn } from './turns.js';

const maximumExecutionTime = getEnvironmentData('seconds') as number;

serveSolver((request, options) => {
  const turn = new Turn();
  try {
    return solve({ ...request, maximumExecutionTime }, { ...options, clock: () => turn.now(), cores: () => 1 });
  } finally {
    turn.leave();
  }
});
