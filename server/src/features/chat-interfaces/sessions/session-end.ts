import type { ChatSettings } from '../interface/chat-interfaces.sql.ts';
import type { SessionRow } from './sessions.sql.ts';

type Session = Pick<SessionRow, 'ends_at' | 'last_seen_at'>;
interface Chat {
  readonly settings: Pick<ChatSettings, 'behaviour'>;
}

/** When the session ends, in milliseconds: its maximum lifetime, or the end of the idle timeout. */
export function endOfSession(session: Session, { settings }: Chat): number {
  const idle = settings.behaviour.idle_timeout_minutes;
  const ends = Date.parse(session.ends_at);
  return idle === null ? ends : Math.min(ends, Date.parse(session.last_seen_at) + idle * 60_000);
}

export function isExpired(session: Session, chat: Chat): boolean {
  return endOfSession(session, chat) <= Date.now();
}
