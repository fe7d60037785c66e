/** The number of threads that search for one instance. */

import { availableParallelism } from 'node:os';
import type { NestRequest } from '../request.js';

/** A second thread takes time to start, unless it runs already, and to prepare the problem again. */
const leastSecondsForTwo = 2;
const leastWorkForTwo = 1000;

/**
 * `cores`: the processor cores of this instance, where they are known. Several instances share the processors, so one
 * of them takes one core otherwise. A search by work must not depend on the machine.
 */
export function threadsFor({ workLimit, instances, maximumExecutionTime }: NestRequest, cores?: number): 1 | 2 {
  if (workLimit !== null) return instances === 1 && workLimit >= leastWorkForTwo ? 2 : 1;
  const own = cores ?? (instances === 1 ? availableParallelism() : 1);
  return maximumExecutionTime >= leastSecondsForTwo && own > 1 ? 2 : 1;
}
