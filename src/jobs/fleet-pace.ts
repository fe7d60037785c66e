/**
 * How often a host of a fleet speaks to the store, and whether it hears hints. The whole fleet shares a budget: with more hosts, each speaks
 * less often. So an idle fleet costs the store the same at any size, and a waiting task is found as soon.
 */

/** Milliseconds between two polls of all hosts together. A waiting task waits about as long for an idle host. */
const pollShareMs = 32;
const mostPollMs = 60_000;
/** Milliseconds between two announcements of all hosts together. */
const announceShareMs = 80;
const mostAnnounceMs = 120_000;
/**
 * Hosts that hear hints. A notification wakes every connection that listens to anything, and each hint of a waiting task makes every
 * listener claim. Were all hosts to listen, the cost would grow with their number times their work.
 */
const listeners = 8;

export interface FleetPace {
  /** Milliseconds between two looks for tasks. */
  readonly pollMs: number;
  /** Milliseconds between two reports that the host is present. */
  readonly announceMs: number;
  readonly hears: boolean;
}

/** `hosts`: present ones. `least`: the intervals of a small fleet. `lot`: 0..1, drawn by each host once. */
export function fleetPace(hosts: number, least: { pollMs: number; announceMs: number }, lot: number): FleetPace {
  const between = (shortest: number, share: number, most: number) => Math.max(shortest, Math.min(most, hosts * share));
  return {
    pollMs: between(least.pollMs, pollShareMs, mostPollMs),
    announceMs: between(least.announceMs, announceShareMs, mostAnnounceMs),
    hears: lot * hosts < listeners,
  };
}
