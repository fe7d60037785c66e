/** Entry of a solver's worker thread. */
import { solve } from '../nesting/solver.js';
import { onHide, onStrip } from '../nesting/warm-up.js';
import { serveSolver } from './serve-solver.js';
import { yieldToOtherThreads } from './solver-priority.js';

yieldToOtherThreads();
serveSolver(solve, [onStrip, onHide]);
