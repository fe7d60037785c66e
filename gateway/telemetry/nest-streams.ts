/** Measures the nest streams of this gateway as they pass, on whatever host they are solved. */

import { NestStatus } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { NestEventInit, NestOperations, Services } from '../../src/services/services.js';
import type { Metrics, StreamEnd } from './metrics.js';

/** The services, with measured streams of new jobs. */
export function measuredStreams(services: Services, metrics: Metrics): Services {
  const measured: Pick<NestOperations, 'nest' | 'nestPatterns'> = {
    nest: (request, call) => measure(services.nest(request, call), metrics),
    nestPatterns: (request, call) => measure(services.nestPatterns(request, call), metrics),
  };
  return { ...services, ...measured };
}

/** The end of a stream with an `error`. A caller's wish and a shutdown are no faults. */
function endOf(code: string): StreamEnd {
  if (code === 'cancelled') return 'cancelled';
  return code === 'shutting_down' ? 'cut' : 'failed';
}

async function* measure(events: AsyncGenerator<NestEventInit>, metrics: Metrics): AsyncGenerator<NestEventInit> {
  const asked = performance.now();
  let started: number | undefined;
  let solve = 0;
  let first: number | undefined;
  let last: number | undefined;
  let end: StreamEnd | undefined;
  let opened = false;
  try {
    for await (const init of events) {
      if (!opened) metrics.streamOpened();
      opened = true;
      const { event } = init;
      switch (event?.case) {
        case 'progress':
          if (event.value.status === NestStatus.STARTING) started ??= performance.now();
          solve = Math.max(solve, event.value.elapsedSeconds ?? 0);
          break;
        case 'solution':
          solve = Math.max(solve, event.value.elapsedSeconds ?? 0);
          last = event.value.utilisation;
          first ??= last;
          break;
        case 'info':
          end = 'time_limit';
          break;
        case 'error':
          end = endOf(event.value.code ?? '');
          break;
        case 'done':
          end ??= 'finished';
          // Counted before it is sent, since the stream is not read after it.
          if ((end === 'finished' || end === 'time_limit') && started !== undefined) {
            const gain = first === undefined || last === undefined ? undefined : last - first;
            metrics.jobDone({ wait: (started - asked) / 1000, solve, gain });
          }
      }
      yield init;
    }
  } finally {
    if (opened) metrics.streamEnded(end ?? 'cut');
  }
}
