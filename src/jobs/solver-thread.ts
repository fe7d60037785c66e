/** Entry of a solver's worker thread. */
import { solve } from '../nesting/solver.js';
import { serveSolver } from './serve-solver.js';

serveSolver(solve);
