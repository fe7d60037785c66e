/**
 * Hints within one process that something has changed, so that nobody waits for the next poll. A lost hint costs a
 * poll (1 s), never an event: the store alone is the truth. PostgreSQL's NOTIFY has its place behind this class.
 */
export class JobSignals {
  private readonly jobs = new Map<string, Set<(ended: boolean) => void>>();
  private readonly ready = new Set<() => void>();

  /** Calls back when events of the job were appended; `ended`: the last one. Returns how to stop it. */
  onJob(jobId: string, listener: (ended: boolean) => void): () => void {
    const listeners = this.jobs.get(jobId) ?? new Set();
    this.jobs.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.jobs.get(jobId) === listeners) this.jobs.delete(jobId);
    };
  }

  /** Calls back when tasks may be waiting for a solver. */
  onReady(listener: () => void): () => void {
    this.ready.add(listener);
    return () => this.ready.delete(listener);
  }

  jobChanged(jobId: string, ended: boolean): void {
    for (const listener of [...(this.jobs.get(jobId) ?? [])]) listener(ended);
  }

  tasksReady(): void {
    for (const listener of [...this.ready]) listener();
  }
}
