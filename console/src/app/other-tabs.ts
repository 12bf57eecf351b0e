import { onStored, readStored, writeStored } from './stored.ts';

const person = 'person';

/** Says to the other tabs of this browser, which have the same session, who is signed in; null for nobody. */
export function reportPerson(id: string | null): void {
  if (readStored('local', person) !== id) writeStored('local', person, id);
}

/** Calls `listener` when another tab has found another person, or nobody. Returns the function that stops it. */
export function onReportedPerson(listener: () => void): () => void {
  return onStored(person, listener);
}
