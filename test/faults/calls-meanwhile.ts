/**
 * A client that asks for a measurement again and again while something else happens. It runs in a thread of its own, since the
 * attacking thread is busy by itself, which is not the service's fault.
 */
import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { headersOf } from './nest-client.js';
import type { SelvageService } from './selvage-process.js';

type Api = Pick<SelvageService, 'url' | 'key'>;

const pauseMs = 10;

export interface CallsMeanwhile {
  /** Milliseconds of the slowest call since the last question. */
  slowest(): Promise<number>;
  end(): Promise<void>;
}

export function callsMeanwhile({ url, key }: Api): CallsMeanwhile {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, key } });
  return {
    slowest: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (ms: number) => {
          worker.off('error', reject);
          resolve(ms);
        });
        worker.postMessage(null);
      }),
    async end() {
      await worker.terminate();
    },
  };
}

/** Milliseconds until the answer arrived. */
function call(api: Api, agent: Agent): Promise<number> {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    request(`${api.url}/api/v1/bodydbl`, { method: 'POST', headers: headersOf(api), agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a call meanwhile was answered ${answer.statusCode}`));
      answer.resume().on('end', () => resolve(performance.now() - asked));
    })
      .on('error', reject)
      .end('{"gender":"female","unit":"metric","height":170}');
  });
}

if (!isMainThread && parentPort) {
  const agent = new Agent({ keepAlive: true });
  let slowest = 0;
  // Answered after the present call, which is the one that had to wait.
  let asked = false;
  parentPort.on('message', () => {
    asked = true;
  });
  for (;;) {
    slowest = Math.max(slowest, await call(workerData as Api, agent));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (!asked) continue;
    parentPort.postMessage(slowest);
    asked = false;
    slowest = 0;
  }
}
