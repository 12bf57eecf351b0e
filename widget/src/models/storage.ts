import type { Attachment, ChatError, Off, Persistence } from '../types.ts';
import { toJson } from '../transport/to-json.ts';
import { storageKey } from './storage-key.ts';

export interface StoredSession {
  id: string;
  token: string;
  threadId: string;
  expiresAt: string;
}

export interface PastConversation extends StoredSession {
  title: string;
  at: string;
}

export interface OutboxItem {
  clientMessageId: string;
  content: string;
  attachments: readonly Attachment[];
  createdAt: string;
  /** Why the server refused it; it waits for the visitor to send it again. */
  error?: ChatError;
}

/** All stored data of a visitor, in one entry, so that forgetting is one removal. */
export interface StoredRecord {
  visitorId?: string;
  consent?: 'granted';
  session?: StoredSession | undefined;
  /** The newest event while no reply was in progress; later events can safely be applied again. */
  lastEventId?: string | undefined;
  history?: readonly PastConversation[];
  outbox?: OutboxItem[] | undefined;
  /** When the visitor last saw a new message, in milliseconds, and the server's time of the newest seen one, or ''. */
  seen?: { at: number; upTo: string } | undefined;
  /** What the visitor is writing. */
  draft?: string;
  /** No sound announces a person's message. */
  isMuted?: boolean;
  /** The visitor's answers before the chat. */
  preChat?: Record<string, unknown> | undefined;
}

export interface ChatStorage {
  read(): StoredRecord;
  /** What is undefined is removed. */
  update(change: StoredRecord): void;
  clear(): void;
  /** Another tab, or another chat of this page, changed the record. */
  onChange(listener: (record: StoredRecord) => void): Off;
}

/** Reports to the other chats of this page what the browser only reports to other pages. */
const page = new EventTarget();

/**
 * Stores the record in memory, in the tab's session or in the browser. Nothing is written before the first update; if
 * storage is blocked or full, it stays in memory.
 */
export function createStorage(persistence: Persistence, slug: string): ChatStorage {
  const key = storageKey(slug);
  const area = findArea(persistence);
  let text: string | null = null;
  text = readText();
  let memory: StoredRecord = parse(text);

  /** Unchanged if the storage can't be read: a damaged one in Firefox, or one that the page's consent tool blocks. */
  function readText(): string | null {
    try {
      return area?.getItem(key) ?? null;
    } catch {
      return text;
    }
  }

  function write(change: () => void): void {
    try {
      change();
    } catch {
      // Full or blocked storage costs continuity, never the conversation.
    }
    text = readText();
    // After all changes of the same step. `Event` may be the page's own, as with MooTools.
    if (area) queueMicrotask(() => page.dispatchEvent(new CustomEvent(key)));
  }

  return {
    read: () => memory,
    update(change) {
      memory = { ...memory, ...change };
      write(() => area?.setItem(key, toJson(memory)));
    },
    clear() {
      memory = {};
      write(() => area?.removeItem(key));
    },
    onChange(listener) {
      const look = () => {
        const found = readText();
        if (found === text) return;
        memory = parse((text = found));
        listener(memory);
      };
      addEventListener('storage', look);
      page.addEventListener(key, look);
      return () => {
        removeEventListener('storage', look);
        page.removeEventListener(key, look);
      };
    },
  };
}

function findArea(persistence: Persistence): Storage | null {
  try {
    if (persistence === 'local') return localStorage;
    if (persistence === 'session') return sessionStorage;
  } catch {
    // Blocked by the browser's settings.
  }
  return null;
}

function parse(text: string | null): StoredRecord {
  try {
    // Only this code writes the entry; an invalid one is at worst an unknown token.
    return Object(JSON.parse(text ?? '{}')) as StoredRecord;
  } catch {
    return {};
  }
}
