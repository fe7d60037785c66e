/** The number of threads that search for one instance. */

import { availableParallelism } from 'node:os';
import type { NestRequest } from '../request.js';

/** A second thread takes time to start, unless it runs already, and to prepare the problem again. */
const leastSecondsForTwo = 2;
const leastWorkForTwo = 1000;

/** Several instances share the processors already. A search by work must not depend on the machine. */
export function threadsFor({ workLimit, instances, maximumExecutionTime }: NestRequest): 1 | 2 {
  const isWorthTwo =
    workLimit === null
      ? maximumExecutionTime >= leastSecondsForTwo && availableParallelism() > 1
      : workLimit >= leastWorkForTwo;
  return instances === 1 && isWorthTwo ? 2 : 1;
}
