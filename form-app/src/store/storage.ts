/**
 * A part of the browser's storage. Any call may find it blocked (private mode, third-party frames): then nothing is
 * stored.
 */
export interface Drawer {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

export function openDrawer(kind: 'local' | 'session', prefix: string): Drawer {
  const open = (): Storage | null => {
    try {
      return kind === 'local' ? localStorage : sessionStorage;
    } catch {
      return null;
    }
  };
  return {
    read: (key) => {
      try {
        return JSON.parse(open()?.getItem(prefix + key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        open()?.setItem(prefix + key, JSON.stringify(value));
      } catch {
        // Full or blocked storage costs the draft, never the form.
      }
    },
    remove: (key) => {
      try {
        open()?.removeItem(prefix + key);
      } catch {
        // As above.
      }
    },
  };
}
