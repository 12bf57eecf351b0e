import { type ComponentType, createElement } from 'react';
import { createRoot } from 'react-dom/client';

interface Session {
  readonly id: string;
  readonly token: string;
}

/** Shows the guide's component with a session that is stored for a reload, which the guide leaves to its reader. */
export async function start(
  Chat: ComponentType<{ session: Session }>,
  openSession: () => Promise<Session>,
): Promise<void> {
  const kept = sessionStorage.getItem('session');
  const session: Session = kept === null ? await openSession() : JSON.parse(kept);
  sessionStorage.setItem('session', JSON.stringify(session));
  createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(Chat, { session }));
}
