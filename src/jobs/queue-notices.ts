/**
 * Tells waiting jobs their place: one query a queue a round, whatever the number of listeners, and a line only where
 * the place has changed or the last line is old. The lines are stored like all others, so that a resumed stream is exact.
 */
import type { QueueName } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import { queuedNotice, type Transition } from './transitions.js';

/** A client hears at least this often that its job still waits. */
const heartbeatMs = 5_000;
/** In place of a position: the job was not told of any yet. */
const unheard = 0;
const queues: readonly QueueName[] = ['fast', 'slow'];

export class QueueNotices {
  private readonly told = new Map<string, { position: number; at: number }>();
  private round: Promise<void> | null = null;

  constructor(private readonly ledger: JobLedger) {}

  /** A job that has just been queued: it hears of its place in the next round, listened to or not. */
  add(jobId: string): void {
    this.told.set(jobId, { position: unheard, at: 0 });
  }

  /** A round for the jobs that were added and those that are listened to; calls while one waits share it. */
  tell(listenedTo: readonly string[]): Promise<void> {
    this.round ??= Promise.resolve().then(() => {
      this.round = null;
      return this.tellNow(listenedTo);
    });
    return this.round;
  }

  private async tellNow(listenedTo: readonly string[]): Promise<void> {
    const wanted = new Set([...listenedTo, ...this.unheard()]);
    if (wanted.size === 0) return this.told.clear();
    const now = this.ledger.now();
    const transitions = new Map<string, Transition>();
    const waiting = new Set<string>();
    for (const queue of queues) {
      for (const [jobId, position] of await this.ledger.store.queuePositions(queue)) {
        waiting.add(jobId);
        const last = this.told.get(jobId);
        if (!wanted.has(jobId) || (last?.position === position && now - last.at < heartbeatMs)) continue;
        this.told.set(jobId, { position, at: now });
        transitions.set(jobId, queuedNotice(position));
      }
    }
    for (const jobId of this.told.keys()) if (!waiting.has(jobId)) this.told.delete(jobId);
    await this.ledger.steps(transitions);
  }

  private unheard(): string[] {
    return [...this.told].filter(([, { position }]) => position === unheard).map(([jobId]) => jobId);
  }
}
