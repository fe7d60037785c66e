/** Ends the job that a cancelled call began: at once, or as soon as the job has an id. */
export class JobEnding {
  #jobId = '';
  #ending: Promise<unknown> | undefined;

  readonly #cancelled: AbortSignal;
  readonly #end: (jobId: string) => Promise<unknown>;
  readonly #cancel = () => {
    if (this.#jobId === '') return;
    this.#ending ??= this.#end(this.#jobId);
    // `settle` throws a failure
    this.#ending.catch(() => {});
  };

  constructor(cancelled: AbortSignal, end: (jobId: string) => Promise<unknown>) {
    this.#cancelled = cancelled;
    this.#end = end;
    cancelled.addEventListener('abort', this.#cancel);
  }

  /** Call this for every event of the job. */
  note(jobId: string): void {
    this.#jobId = jobId;
    if (this.#cancelled.aborted) this.#cancel();
  }

  /** Resolves when no cancellation is under way; rejects if one has failed. */
  async settle(): Promise<void> {
    this.#cancelled.removeEventListener('abort', this.#cancel);
    await this.#ending;
  }
}
