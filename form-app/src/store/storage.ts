/** Milliseconds after its last change that input stays in the browser, which other people may use later. */
const inputLife = 30 * 86_400_000;

/** A stored value. */
interface Entry {
  /** Milliseconds since 1970. */
  savedAt: number;
  value: unknown;
}

/**
 * A part of the browser's storage, whose values expire 30 days after they were written. Any call may find it blocked
 * (private mode, third-party frames): then nothing is stored.
 */
export interface Drawer {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** Calls `listen` with the value that another tab has removed; returns what stops it. */
  onRemovedElsewhere(key: string, listen: (removed: unknown) => void): () => void;
}

export function openDrawer(kind: 'local' | 'session', prefix: string): Drawer {
  const open = (): Storage | null => {
    try {
      return kind === 'local' ? localStorage : sessionStorage;
    } catch {
      return null;
    }
  };
  const write = (key: string, value: unknown): void => {
    try {
      open()?.setItem(prefix + key, JSON.stringify({ savedAt: Date.now(), value } satisfies Entry));
    } catch {
      // Full or blocked storage costs the draft, never the form.
    }
  };
  return {
    read: (key) => {
      try {
        const stored: unknown = JSON.parse(open()?.getItem(prefix + key) ?? 'null');
        // Earlier versions stored the value itself; it is dated when it is first read.
        if (stored !== null && !isEntry(stored)) write(key, stored);
        if (!isEntry(stored)) return stored;
        if (Date.now() - stored.savedAt <= inputLife) return stored.value;
        open()?.removeItem(prefix + key);
        return null;
      } catch {
        return null;
      }
    },
    write,
    remove: (key) => {
      try {
        open()?.removeItem(prefix + key);
      } catch {
        // As above.
      }
    },
    onRemovedElsewhere: (key, listen) => {
      const hear = (event: StorageEvent) => {
        if (event.key !== prefix + key || event.newValue !== null) return;
        const stored: unknown = JSON.parse(event.oldValue ?? 'null');
        if (isEntry(stored)) listen(stored.value);
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
  };
}

/** Removes the expired values of all drawers in `localStorage` whose prefix begins with `prefix`. */
export function removeExpired(prefix: string): void {
  const drawer = openDrawer('local', '');
  try {
    // Reading an expired value removes it, and reading one without a date dates it.
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) drawer.read(key);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

const isEntry = (stored: unknown): stored is Entry =>
  typeof stored === 'object' && stored !== null && 'savedAt' in stored && 'value' in stored;
