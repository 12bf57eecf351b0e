/** Reads a value stored in this browser. Storage may be blocked (private mode): then nothing is stored. */
export function readStored(kind: 'local' | 'session', name: string): unknown {
  try {
    return JSON.parse(storageOf(kind).getItem(prefix + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value; null and undefined remove it. */
export function writeStored(kind: 'local' | 'session', name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storageOf(kind).removeItem(prefix + name);
    else storageOf(kind).setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full or blocked storage costs convenience, never work.
  }
}

/** Calls `listener` when another tab changes this value in this browser. Returns the function that stops it. */
export function onStored(name: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === prefix + name) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Removes every value whose name begins with `start`. */
export function removeStored(kind: 'local' | 'session', start: string): void {
  try {
    const storage = storageOf(kind);
    const isMeant = (key: string) => key.startsWith(prefix + start);
    for (const key of Object.keys(storage).filter(isMeant)) storage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}

const prefix = 'portico:console:';

function storageOf(kind: 'local' | 'session'): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}
