/** What is typed below an approval. */
export interface Entered {
  comment: string;
  /** A step's instruction, or the arguments as JSON. */
  arguments: string;
}

/** What is kept of it. */
export interface KeptEntry extends Entered {
  /** What `arguments` contained before they were changed. */
  asked: string;
}

const keyOf = (approvalId: string): string => `portico-run-entered-${approvalId}`;

/** What was typed in this tab, also before a reload; null if there is nothing. */
export function readEntered(approvalId: string): KeptEntry | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(approvalId)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it for this tab, so that neither a reload nor somebody else's decision loses it. */
export function keepEntered(approvalId: string, entered: KeptEntry): void {
  try {
    sessionStorage.setItem(keyOf(approvalId), JSON.stringify(entered));
  } catch {
    // Storage is blocked or full: it is only in the fields.
  }
}

export function forgetEntered(approvalId: string): void {
  try {
    sessionStorage.removeItem(keyOf(approvalId));
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

function isKept(value: unknown): value is KeptEntry {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'comment' in value &&
    typeof value.comment === 'string' &&
    'arguments' in value &&
    typeof value.arguments === 'string' &&
    'asked' in value &&
    typeof value.asked === 'string'
  );
}
