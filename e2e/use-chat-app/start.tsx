import type { UIMessage } from 'ai';
import { type ComponentType, createElement } from 'react';
import { createRoot } from 'react-dom/client';

interface Session {
  readonly id: string;
  readonly token: string;
}

/** Shows the guide's component with a session that is stored for a reload, which the guide leaves to its reader. */
export async function start(
  Chat: ComponentType<{ session: Session; messages: UIMessage[] }>,
  openSession: () => Promise<Session>,
  readMessages: (session: Session) => Promise<UIMessage[]>,
): Promise<void> {
  const kept = sessionStorage.getItem('session');
  const session: Session = kept === null ? await openSession() : JSON.parse(kept);
  sessionStorage.setItem('session', JSON.stringify(session));
  const messages = kept === null ? [] : await readMessages(session);
  const place = document.body.appendChild(document.createElement('main'));
  createRoot(place).render(createElement(Chat, { session, messages }));
}
