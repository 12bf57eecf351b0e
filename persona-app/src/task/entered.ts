/** What is typed below an approval. */
export interface Entered {
  comment: string;
  /** A step's instruction, or the arguments as JSON. */
  arguments: string;
}

const keyOf = (approvalId: string): string => `portico-run-entered-${approvalId}`;

/** What was typed in this tab before a reload; null if there is nothing. */
export function readEntered(approvalId: string): Entered | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(approvalId)) ?? 'null');
    return isEntered(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it for this tab, so that a reload doesn't lose it. */
export function keepEntered(approvalId: string, entered: Entered): void {
  try {
    sessionStorage.setItem(keyOf(approvalId), JSON.stringify(entered));
  } catch {
    // Storage is blocked or full: only a reload loses it.
  }
}

export function forgetEntered(approvalId: string): void {
  try {
    sessionStorage.removeItem(keyOf(approvalId));
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

function isEntered(value: unknown): value is Entered {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'comment' in value &&
    typeof value.comment === 'string' &&
    'arguments' in value &&
    typeof value.arguments === 'string'
  );
}
