import { acceptHost } from '@portico/browser-kit/host-bridge';
import type { BridgeMessage } from '@portico/browser-kit/host-bridge';
import { mountChat } from './panel.ts';
import type { ChatHandle, Identity } from './types.ts';

/* The page of `/chat/{slug}`: a chat that fills the window, alone or in somebody's iframe. */

const named = document.querySelector<HTMLMetaElement>('meta[name="portico-slug"]')?.content ?? '';
// The server fills in the slug where the address doesn't hold it (a custom domain).
const slug = /^[a-z0-9-]+$/.test(named) ? named : (/^\/chat\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const query = new URLSearchParams(location.search);
const locale = query.get('locale');
const theme = query.get('theme');

const handle = mountChat({
  chat: decodeURIComponent(slug),
  host: location.origin,
  mode: 'page',
  target: '#portico',
  ...(locale === null ? {} : { locale }),
  ...(theme === 'light' || theme === 'dark' || theme === 'auto' ? { theme } : {}),
});
connect(handle);

/** Does what the embedding page asks for and tells it what happens; no token ever goes out. */
function connect(chat: ChatHandle): void {
  const bridge = acceptHost((message) => obey(chat, message));
  for (const name of ['open', 'message-sent', 'message-received', 'unread', 'session', 'error'] as const) {
    chat.on(name, (detail) => bridge?.send({ type: 'event', name, detail }));
  }
}

function obey(chat: ChatHandle, message: BridgeMessage): void {
  const { type, text, options, identity, decision } = message;
  if (type === 'send' && typeof text === 'string') chat.send(text);
  else if (type === 'prefill' && typeof text === 'string') chat.prefill(text);
  else if (type === 'theme') chat.update({ theme: message['theme'] === 'dark' ? 'dark' : 'light' });
  else if (type === 'update' && isRecord(options)) chat.update(options);
  else if (type === 'identify' && isRecord(identity)) chat.identify(identity as unknown as Identity);
  else if (type === 'consent') chat.consent(decision === 'granted' ? 'granted' : 'denied');
  else if (type === 'logout') chat.logout();
  else if (type === 'newThread') chat.newThread();
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
