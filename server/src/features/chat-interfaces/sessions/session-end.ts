import type { ChatSettings } from '../interface/chat-interfaces.sql.ts';
import type { SessionRow } from './sessions.sql.ts';

type Session = Pick<SessionRow, 'ends_at' | 'idle_ms'>;
interface Chat {
  readonly settings: Pick<ChatSettings, 'behaviour'>;
}

/** When a session that was just read ends, in milliseconds: its maximum lifetime, or the end of the idle timeout. */
export function endOfSession(session: Session, { settings }: Chat): number {
  const idle = settings.behaviour.idle_timeout_minutes;
  const ends = Date.parse(session.ends_at);
  return idle === null ? ends : Math.min(ends, Date.now() - session.idle_ms + idle * 60_000);
}

export function isExpired(session: Session, chat: Chat): boolean {
  return endOfSession(session, chat) <= Date.now();
}
