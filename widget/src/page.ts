import { acceptHost } from '@portico/browser-kit/host-bridge';
import type { BridgeMessage } from '@portico/browser-kit/host-bridge';
import { chooseLanguage, directionOf } from '@portico/shared-types/languages/choose-language';
import { mountChat } from './panel.ts';
import type { ChatHandle, Identity, Theme } from './types.ts';

/* The page of `/chat/{slug}`: a chat that fills the window, alone or in somebody's iframe. */

const named = document.querySelector<HTMLMetaElement>('meta[name="portico-slug"]')?.content ?? '';
// The server fills in the slug if the address doesn't contain it (a custom domain).
const slug = /^[a-z0-9-]+$/.test(named) ? named : (/^\/chat\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const query = new URLSearchParams(location.search);
const locale = query.get('locale');
const theme = readTheme(query.get('theme'));
// A preview may also show the bubble; the page then represents the owner's site.
const mode = query.get('mode') === 'bubble' ? 'bubble' : 'page';

// The page itself has no language of its own, which the chat would prefer to the visitor's.
const { documentElement } = document;
documentElement.lang = chooseLanguage([locale, ...navigator.languages]);
documentElement.dir = directionOf(documentElement.lang);

let handle = mount();
connect();
// The owner's next draft changes only the `#`: the page is not reloaded and keeps its scroll position.
addEventListener('hashchange', () => {
  if (readPreview() === null) return;
  handle.unmount();
  handle = mount();
});

function mount(): ChatHandle {
  const preview = readPreview();
  return mountChat({
    chat: decodeURIComponent(slug),
    host: location.origin,
    mode,
    ...(mode === 'page' ? { target: '#portico' } : { open: query.get('open') !== 'false' }),
    ...(locale === null ? {} : { locale }),
    ...(theme === null ? {} : { theme }),
    ...(preview === null ? {} : { preview }),
  });
}

function readPreview(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('preview');
}

/** Handles the embedding page's requests and reports events; no token ever leaves the page. */
function connect(): void {
  const bridge = acceptHost((message) => obey(handle, message));
  for (const name of ['open', 'message-sent', 'message-received', 'unread', 'session', 'error'] as const) {
    addEventListener(`portico:${name}`, (event) => {
      if (event instanceof CustomEvent) bridge?.send({ type: 'event', name, detail: event.detail });
    });
  }
}

function obey(chat: ChatHandle, message: BridgeMessage): void {
  const { type, text, options, identity, decision } = message;
  const wanted = readTheme(message['theme']);
  if (type === 'send' && typeof text === 'string') chat.send(text);
  else if (type === 'prefill' && typeof text === 'string') chat.prefill(text);
  else if (type === 'theme' && wanted !== null) chat.update({ theme: wanted });
  else if (type === 'update' && isRecord(options)) chat.update(options);
  else if (type === 'identify' && isRecord(identity)) chat.identify(identity as unknown as Identity);
  else if (type === 'consent') chat.consent(decision === 'granted' ? 'granted' : 'denied');
  else if (type === 'logout') chat.logout();
  else if (type === 'newThread') chat.newThread();
}

function readTheme(value: unknown): Theme | null {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
