import type { Platform } from '../../platform/platform.ts';
import { endOfSession } from './admit-visitor.ts';
import { findChatInterface } from './chat-interfaces.sql.ts';
import { findSession, type SessionRow } from './sessions.sql.ts';

/** A stream that was opened once must end with what let it in; it is looked at again at least so often. */
const longestMs = 60_000;

/** A signal that fires with `gone`, and when the session has ended or its interface was paused or taken away. */
export function watchSession(platform: Platform, session: SessionRow, gone: AbortSignal): AbortSignal {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const { sql } = platform.database;
    const chat = await findChatInterface(sql, session.workspace_id, session.interface_id);
    const known = chat?.status === 'active' ? await findSession(sql, chat.id, session.id) : undefined;
    const left = chat === undefined || known === undefined ? 0 : endOfSession(known, chat) - Date.now();
    if (gone.aborted) return;
    if (left <= 0) over.abort();
    else timer = setTimeout(check, Math.min(longestMs, left + 10));
  };
  const check = (): void => {
    look().catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a session could not be looked at');
      timer = setTimeout(check, longestMs);
    });
  };
  check();
  gone.addEventListener('abort', () => clearTimeout(timer));
  return AbortSignal.any([gone, over.signal]);
}
