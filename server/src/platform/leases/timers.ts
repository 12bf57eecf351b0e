/** Timers that can be stopped together; afterwards, none can be started. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();
  #isStopped = false;

  after(ms: number, work: () => void): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      work();
    }, ms);
    this.#running.add(timer);
  }

  /** Repeats work, with a pause before each time; `onError` receives what it throws. */
  repeat(pauseMs: () => number, work: () => Promise<void>, onError: (error: unknown) => void): void {
    this.after(pauseMs(), () => {
      void work()
        .catch(onError)
        .finally(() => this.repeat(pauseMs, work, onError));
    });
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#running) clearTimeout(timer);
  }
}
