import { createAnnouncer } from '@portico/browser-kit/announcer';
import { isComposing } from '@portico/browser-kit/is-composing';
import { onHashParameter, readHashParameter } from '@portico/browser-kit/hash-parameter';
import { chooseLanguage, directionOf } from '@portico/shared-types/languages/choose-language';
import { render } from 'preact';
import { createHostBridge, type HostBridge } from './host/host-bridge.ts';
import { AnnouncerContext } from './ui/announce-context.ts';
import { App } from './pages/app.tsx';
import { loadRunScreen } from './pages/run/load-run-screen.ts';
import { createAppStore } from './store/app-store.ts';
import { readRoute } from './store/route.ts';
import { openDrawer, removeExpired } from './store/storage.ts';
import { applyTheme } from './styles/apply-look.ts';
import { loadMessages } from './text/load-messages.ts';
import { createTexts } from './text/texts.ts';
import { TextsContext } from './text/texts-context.ts';
import { createFormClient } from './transport/form-client.ts';

/** Milliseconds that the first rendering waits for the form once the texts are loaded. */
const maxWaitMs = 600;

/** Opens the page of the form in the address. */
async function openPage(root: HTMLElement): Promise<void> {
  // Before anything is awaited: a host sends its offer on the frame's load event.
  const bridge = createHostBridge();
  const html = document.documentElement;
  const query = new URLSearchParams(location.search);
  const onTheme = (theme: string | null) => applyTheme(html, theme);
  onTheme(query.get('theme'));
  html.classList.toggle('embedded', bridge.isEmbedded);

  const slug = readRoute(location.pathname)?.slug ?? '';
  const preview = readHashParameter('preview');
  const client = createFormClient(slug, preview);
  // A draft doesn't use data that a visitor stored in the same browser.
  const shelf = preview === null ? slug : `${slug}:preview`;
  const drawer = (kind: 'local' | 'session', name: string) => openDrawer(kind, `portico:form:${shelf}:${name}`);
  removeExpired('portico:form:');
  const drawers = { drafts: drawer('local', ''), sent: drawer('session', 'sent:'), edits: drawer('local', 'edit:') };
  const open = bridge.isEmbedded ? drawer('session', 'open:') : undefined;
  const app = createAppStore(slug, client, { sent: drawers.sent, open });
  // Texts and form are loaded concurrently; the store reports errors of the form.
  const loading = app.getState().load();
  const runScreen = app.getState().submissionId === null ? null : loadRunScreen().catch(() => null);

  const locale = chooseLanguage([query.get('locale'), ...navigator.languages]);
  const texts = createTexts(locale, await loadMessages(locale));
  html.lang = locale;
  html.dir = directionOf(locale);

  // The form is nearly always loaded by now; rendering once avoids a layout shift.
  await Promise.race([Promise.all([loading, runScreen]), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  const announcer = createAnnouncer(document.body, 'visually-hidden');
  root.replaceChildren();
  render(
    <TextsContext.Provider value={texts}>
      <AnnouncerContext.Provider value={announcer}>
        <App app={app} client={client} bridge={bridge} drawers={drawers} onTheme={onTheme} />
      </AnnouncerContext.Provider>
    </TextsContext.Provider>,
    root,
  );
  reportHeight(root, bridge);
  reportEscape(bridge);
}

// Another draft in the same frame: the address before the `#` is the same, so the browser would not load it.
onHashParameter('preview', () => location.reload());

const root = document.getElementById('app');
if (root !== null) {
  openPage(root).catch(() => {
    // The texts themselves could not be loaded.
    root.textContent = 'This page could not be loaded. Please reload it.';
  });
}

/** Reports to the host the height of `element` in CSS pixels, now and whenever it changes. */
function reportHeight(element: Element, bridge: HostBridge): void {
  if (!bridge.isEmbedded) return;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    bridge.send({ type: 'height', height });
  }).observe(element);
}

/** Escape closes the panel of the host's page that contains the form. A menu that is open is closed first. */
function reportEscape(bridge: HostBridge): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isComposing(event) && !event.defaultPrevented) bridge.send({ type: 'close' });
  });
}
