/** The notifications a second that PostgreSQL passes on from one process to another, and their delay. */
import { setTimeout as delay } from 'node:timers/promises';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';

const hints = 20_000;
const abreast = 8;

export interface HintTiming {
  readonly perSecond: number;
  /** Milliseconds from the sending call to the listener. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends one hint a notification, like a step of a job. Sender and listener share this process's time. */
export async function hintTiming(store: Store, location: StoreLocation): Promise<HintTiming> {
  const listener = await openStore(location);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  listener.onHints('jobs', (hint) => {
    const sent = sentAt.get(hint);
    if (sent !== undefined) delays.push(performance.now() - sent);
  });
  // Listening has begun once the first hint comes through.
  while (delays.length === 0) {
    sentAt.set('probe', performance.now());
    await store.sendHints('jobs', ['probe']);
    await delay(50);
  }
  delays.length = 0;
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (let i = next++; i < hints; i = next++) {
        const hint = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
        sentAt.set(hint, performance.now());
        await store.sendHints('jobs', [hint]);
      }
    }),
  );
  while (delays.length < hints && performance.now() - started < 60_000) await delay(10);
  const seconds = (performance.now() - started) / 1000;
  await listener.close();
  delays.sort((a, b) => a - b);
  const quantile = (q: number): number => delays[Math.floor(delays.length * q)]!;
  return { perSecond: delays.length / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}
