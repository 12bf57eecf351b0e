import type { StoredRecord } from '../models/storage.ts';

/** A conversation that the visitor saw within this time may get another answer, in milliseconds. */
const RECENT_MS = 86_400_000;

/** The parts of a visitor's record that tell whether a conversation continues. */
type StoredVisit = Pick<StoredRecord, 'session' | 'seen'>;

/** Runs the task when the page has nothing else to do. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Missing in older versions of Safari. A page may also have set it to undefined.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 2_000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(task, { timeout: 5_000 });
  return () => cancelIdleCallback(request);
}

/**
 * Whether an answer may come in the stored conversation: a person answers or is awaited, or the visitor saw it recently.
 * The server's response counts against no limit and changes nothing.
 */
export async function goesOn({ session, seen }: StoredVisit, host: string, slug: string): Promise<boolean> {
  if (!session || Date.parse(session.expiresAt) < Date.now()) return false;
  const address = `${host.replace(/\/+$/, '')}/api/public/chat-interfaces/${encodeURIComponent(slug)}/sessions/${session.id}`;
  try {
    const headers = { authorization: `Bearer ${session.token}` };
    // The time, for pages with a service worker that keeps every response (transport/api.ts).
    const response = await fetch(`${address}?now=${Date.now()}`, { headers, credentials: 'omit', cache: 'no-store' });
    if (!response.ok) return false;
    const { data } = (await response.json()) as { data: { conversation?: { status: string } } };
    const isPersons = ['waiting', 'human'].includes(data.conversation?.status ?? '');
    return isPersons || (seen !== undefined && Date.now() - seen.at < RECENT_MS);
  } catch {
    return false;
  }
}

/** What this browser keeps of a chat, read only; empty if there is nothing or the storage is blocked. */
export function readStored(area: 'local' | 'session', slug: string): StoredVisit {
  try {
    const storage = area === 'local' ? localStorage : sessionStorage;
    // Only the widget writes the entry.
    const stored: StoredVisit | null = JSON.parse(storage.getItem(`portico:${slug}`) ?? '{}');
    return stored ?? {};
  } catch {
    return {};
  }
}
