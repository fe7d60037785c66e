/** A drafting thread that writes a snapshot of its heap on demand. */
import { writeHeapSnapshot } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';
import '../../src/patterns/draft-worker.js';

const channel = new BroadcastChannel('heap snapshot');
channel.unref();
channel.onmessage = (message) => {
  const { file } = (message as { data: { file?: string } }).data;
  if (file === undefined) return;
  writeHeapSnapshot(file, { exposeNumericValues: true });
  channel.postMessage({ written: file });
};
