import { readStored, writeStored } from './stored.ts';

const kinds = ['session', 'local'] as const;

/** The workspace of this tab, otherwise the last one used in this browser. */
export function readWorkspace(): string | null {
  for (const kind of kinds) {
    const kept = readStored(kind, 'workspace');
    if (typeof kept === 'string') return kept;
  }
  return null;
}

/** Keeps the workspace for this tab, and for the next ones; null forgets it. */
export function keepWorkspace(id: string | null): void {
  for (const kind of kinds) writeStored(kind, 'workspace', id);
}
