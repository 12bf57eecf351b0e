import { unreachable } from './to-model-error.ts';

/** Passes the items on, and gives up with model_unreachable when none comes for that many milliseconds. */
export async function* readPatiently<T>(items: AsyncIterable<T>, patienceMs: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const result = await within(iterator.next(), patienceMs);
      if (result.done) {
        ended = true;
        return;
      }
      yield result.value;
    }
  } finally {
    // Ends the request of a stream that is left early. Not awaited: a silent server would make this wait, too.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable(new Error(`nothing came for ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
