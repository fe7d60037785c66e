/** A drafting thread that fills its memory: for the limit of `DraftPool`. */
import { parentPort } from 'node:worker_threads';

parentPort!.on('message', () => {
  const held: number[][] = [];
  for (;;) held.push(new Array<number>(10_000).fill(held.length));
});
