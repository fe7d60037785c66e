/**
 * Requests a minute, by owner (an organisation, or a user in personal context). Each process counts its own requests at
 * once and settles with the store once a second. So the limit holds over all processes with a second's delay, and no
 * request waits for the store.
 */
import type { Caller } from './caller.js';

/** The storage that the counting needs; the Store port satisfies it by shape. */
export interface RequestCounts {
  /** Adds to the counts, and gives their sums over all processes in the same order. */
  countRequests(counts: readonly { owner: string; minute: number; requests: number }[]): Promise<number[]>;
}

/** Where a caller stands in the present minute, with the request that was counted. */
export interface RequestQuota {
  /** Name of the plan. */
  readonly plan: string;
  readonly limit: number;
  readonly remaining: number;
  /** Until the count begins anew. */
  readonly resetSeconds: number;
  /** False: this request exceeds the limit and was not counted. */
  readonly allowed: boolean;
}

interface Count {
  minute: number;
  /** By all processes, as of the last settling. */
  settled: number;
  /** By this process since. */
  pending: number;
}

const minuteMs = 60_000;

export class RequestQuotas {
  readonly #counts = new Map<string, Count>();
  #settling: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  readonly #store: RequestCounts;
  readonly #now: () => number;

  /** `now`: epoch milliseconds. */
  constructor(store: RequestCounts, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** Counts a request; null where the caller has no limit. */
  count(caller: Pick<Caller, 'userId' | 'organizationId' | 'plan' | 'limits'>): RequestQuota | null {
    if (caller.limits === null) return null;
    const limit = caller.limits.requestsPerMinute;
    const now = this.#now();
    const minute = Math.floor(now / minuteMs);
    const count = this.#countOf(caller.organizationId ?? caller.userId, minute);
    const used = count.settled + count.pending;
    const allowed = used < limit;
    if (allowed) count.pending += 1;
    const remaining = Math.max(0, limit - used - 1);
    const resetSeconds = Math.max(1, Math.ceil(((minute + 1) * minuteMs - now) / 1000));
    return { plan: caller.plan, limit, remaining, resetSeconds, allowed };
  }

  /** Requests of the caller's context in the present minute, and the epoch milliseconds of the next one. */
  standing({ organizationId, userId }: Pick<Caller, 'userId' | 'organizationId'>): { used: number; resetAt: number } {
    const minute = Math.floor(this.#now() / minuteMs);
    const { settled, pending } = this.#countOf(organizationId ?? userId, minute);
    return { used: settled + pending, resetAt: (minute + 1) * minuteMs };
  }

  /** Settles once a second from now on. `onError` hears of a store that does not answer; counting goes on. */
  start(onError: (error: unknown) => void): void {
    this.#timer = setInterval(() => this.settle().catch(onError), 1_000);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#settling?.catch(() => {});
  }

  /** One exchange with the store; calls during an exchange share it. */
  settle(): Promise<void> {
    this.#settling ??= this.#exchange().finally(() => {
      this.#settling = null;
    });
    return this.#settling;
  }

  async #exchange(): Promise<void> {
    const minute = Math.floor(this.#now() / minuteMs);
    const sent: { owner: string; minute: number; requests: number; count: Count }[] = [];
    for (const [owner, count] of this.#counts) {
      if (count.minute < minute) this.#counts.delete(owner);
      else sent.push({ owner, minute, requests: count.pending, count });
    }
    if (sent.length === 0) return;
    const sums = await this.#store.countRequests(sent.map(({ count: _, ...counted }) => counted));
    for (const [i, { count, requests }] of sent.entries()) {
      count.settled = sums[i]!;
      count.pending -= requests;
    }
  }

  #countOf(owner: string, minute: number): Count {
    const known = this.#counts.get(owner);
    if (known?.minute === minute) return known;
    const count = { minute, settled: 0, pending: 0 };
    this.#counts.set(owner, count);
    return count;
  }
}
