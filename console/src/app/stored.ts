/** Reads what this browser keeps under a name. The storage may be closed (private mode): then nothing is kept. */
export function readStored(kind: 'local' | 'session', name: string): unknown {
  try {
    return JSON.parse(storageOf(kind).getItem(prefix + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value; null and undefined remove it. */
export function writeStored(kind: 'local' | 'session', name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storageOf(kind).removeItem(prefix + name);
    else storageOf(kind).setItem(prefix + name, JSON.stringify(value));
  } catch {
    // A full or closed storage costs the convenience, never the work.
  }
}

const prefix = 'portico:console:';

function storageOf(kind: 'local' | 'session'): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}
