import { ERRORS, type Lock, type Locker } from '@tus/server';

/** A request that holds the lock of an upload or waits for it. */
interface Turn {
  readonly begin: () => void;
  /** Asks the request to end soon. */
  readonly requestRelease: () => void;
}

/**
 * Lets one request at a time use an upload; the others wait in their order, and the holder is asked to end once another
 * request waits. The library's own locker polls the lock in a loop, and a request with a slow body holds it for three
 * more seconds: a few requests for one upload would keep a core busy.
 */
export class UploadLocker implements Locker {
  /** How long a request waits. */
  timeoutMs = 30_000;

  /** The requests for each upload; the first one holds the lock. */
  readonly #turns = new Map<string, Set<Turn>>();

  /** `lock` fails with ERR_LOCK_TIMEOUT after the timeout, and with ABORTED once its signal fires. */
  newLock(id: string): Lock {
    let own: Turn | undefined;
    return {
      lock: async (signal, requestRelease) => {
        own = await this.#wait(id, signal, () => void requestRelease());
      },
      unlock: async () => {
        if (own !== undefined) this.#leave(id, own);
        own = undefined;
        return Promise.resolve();
      },
    };
  }

  async #wait(id: string, signal: AbortSignal, requestRelease: () => void): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const own = { begin: resolve, requestRelease };
    const turns = this.#turns.get(id) ?? new Set();
    this.#turns.set(id, turns.add(own));
    const [holder] = turns;
    const onAbort = (): void => reject(ERRORS.ABORTED);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else if (holder === own) own.begin();
    else holder?.requestRelease();
    const timer = setTimeout(() => reject(ERRORS.ERR_LOCK_TIMEOUT), this.timeoutMs);
    try {
      await promise;
      return own;
    } catch (error) {
      this.#leave(id, own);
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends a turn; if it held the lock, the next one begins. */
  #leave(id: string, own: Turn): void {
    const turns = this.#turns.get(id);
    if (turns === undefined) return;
    const [holder] = turns;
    turns.delete(own);
    const [next] = turns;
    if (next === undefined) this.#turns.delete(id);
    if (next === undefined || holder !== own) return;
    next.begin();
    if (turns.size > 1) next.requestRelease();
  }
}
