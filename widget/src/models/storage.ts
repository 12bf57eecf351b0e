import type { Attachment, Off, Persistence } from '../types.ts';
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
  attachments: Attachment[];
  createdAt: string;
}

/** All that is kept of a visitor, in one entry, so that forgetting is one removal. */
export interface StoredRecord {
  visitorId?: string;
  consent?: 'granted';
  session?: StoredSession;
  /** The newest event at a moment when no reply was under way; what comes after may be applied again harmlessly. */
  lastEventId?: string;
  history?: PastConversation[];
  outbox?: OutboxItem[];
  /** What the visitor answered before the chat. */
  preChat?: Record<string, unknown>;
}

export interface ChatStorage {
  read(): StoredRecord;
  update(change: Partial<StoredRecord>): void;
  clear(): void;
  /** Another tab changed the record. */
  onChange(listener: (record: StoredRecord) => void): Off;
}

/**
 * Keeps the record in memory, in the tab's session or in the browser. Nothing is written before the first update;
 * where storage is blocked or full, memory takes over.
 */
export function createStorage(persistence: Persistence, slug: string): ChatStorage {
  const key = storageKey(slug);
  const area = findArea(persistence);
  let memory: StoredRecord = parse(area?.getItem(key) ?? null);

  return {
    read: () => memory,
    update(change) {
      memory = { ...memory, ...change };
      try {
        area?.setItem(key, JSON.stringify(memory));
      } catch {
        // A full or forbidden storage costs continuity, never the conversation.
      }
    },
    clear() {
      memory = {};
      area?.removeItem(key);
    },
    onChange(listener) {
      const hear = (event: StorageEvent) => {
        if (event.storageArea !== area || (event.key !== key && event.key !== null)) return;
        memory = parse(event.newValue);
        listener(memory);
      };
      if (persistence !== 'local' || !area) return () => {};
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
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
    // Nobody writes this entry but we; a stranger's text under our name is at worst an unknown token.
    const value: StoredRecord | null = JSON.parse(text ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
