/**
 * Preloaded into a process: on SIGUSR2 its threads collect their garbage, so that only live data remains in its memory. Nothing
 * is preloaded into the second thread of a solver, which is idle where jobs take less than two seconds.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const channel = new BroadcastChannel('collect garbage');
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage(null);
    collect();
  });
} else {
  // A solver reads it between two tasks.
  channel.onmessage = () => collect();
}
