import { phoneScreen } from '@portico/browser-kit/breakpoints';
import { createHost } from '../../widget/src/launcher/host.ts';
import { createLauncher } from '../../widget/src/launcher/launcher.ts';
import type { RawOptions } from '../../widget/src/mount/loader-options.ts';
import { storageKey } from '../../widget/src/models/storage-key.ts';
import type { Adopted } from '../../widget/src/mount/panel-module.ts';
import type { Face } from '../../widget/src/face.ts';
import { loadExtras, loadPanel } from './load-panel.ts';

/** One interface on the page, before and after its panel's code is loaded. */
export interface Instance {
  readonly id: string;
  call(verb: string, args: unknown[]): unknown;
  /** Removes it from the page. A panel that is open remains so on the next page, unlike after the call `shutdown`. */
  remove(): void;
}

type Handle = Record<string, ((...args: unknown[]) => unknown) | undefined> & { unmount(): void };

function forget(entry: string): void {
  try {
    delete localStorage[entry];
    delete sessionStorage[entry];
  } catch {
    // The storage may be blocked and therefore empty.
  }
}

export function createInstance(options: RawOptions): Instance {
  const { id, chat } = options;
  const host = options.host.replace(/\/+$/, '');
  const key = storageKey(chat ?? '');
  const waiting: [string, unknown[]][] = [];
  const removers: (() => void)[] = [];
  let handle: Handle | undefined;
  let loading: Promise<unknown> | undefined;
  let faceLoaded: Promise<unknown> | undefined;
  let face: Face | undefined;
  let extras: Awaited<ReturnType<typeof loadExtras>> | undefined;
  let shown: Adopted | undefined;
  let wasOpen: boolean | undefined;
  let isGone: boolean | undefined;
  let isHidden = false;
  let isWanted: boolean | undefined;
  let timer: number | undefined;
  /** Failed attempts to reach the server since the last one that succeeded. */
  let failures = 0;
  let wake = (): void => {};

  const emit = (name: string, detail?: object) =>
    dispatchEvent(new CustomEvent(`portico:${name}`, { detail: { id, ...detail } }));
  const fail = () => emit('error', { error: { code: 'offline', message: '' } });

  /**
   * Waits before the next attempt: a second after the first one, then twice as long each time, up to 30 s. A call that
   * needs the panel, a restored connection, or the end of loading the page ends the wait.
   */
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      // These may come after the wait, when they have no effect.
      addEventListener('online', wake);
      addEventListener('load', wake);
      setTimeout(wake, Math.min(30_000, 1_000 * 2 ** failures++));
    });

  /** Loads the panel. While a visitor waits for it, a notice is shown and attempts continue until it is loaded. */
  async function load(): Promise<boolean | void> {
    try {
      const panel = await loadPanel(host);
      await faceLoaded;
      if (isGone) return;
      // A panel that is loaded before its launcher would create its own.
      showLauncher();
      handle = panel.mount(options, shown) as unknown as Handle;
      for (const [verb, args] of waiting.splice(0)) handle[verb]?.(...args);
      shown?.launcher.showFault(false);
    } catch {
      fail();
      if (isWanted) {
        shown?.launcher.showFault(true);
        await rest();
        return isGone || load();
      }
      loading = undefined;
    }
    if (shown) shown.launcher.button.ariaBusy = null;
  }

  const preload = (): void => {
    loading ??= load();
  };

  function remove(): void {
    isGone = true;
    clearTimeout(timer);
    wake();
    handle?.unmount();
    shown?.host.remove();
    for (const off of removers) off();
  }

  function call(verb: string, args: unknown[]): unknown {
    if (verb === 'on') return listen(...(args as Parameters<typeof listen>));
    if (verb === 'shutdown') {
      remove();
      // The next boot starts closed.
      return forget(`${key}:open`);
    }
    if (verb === 'logout') {
      delete options.identity;
      // Immediately, and not only when the panel is loaded: the next person at this browser must not see the previous
      // person's messages.
      forget(key);
    }
    if (handle) return handle[verb]?.(...args);
    isHidden = verb === 'hide' || (isHidden && verb !== 'show');
    // Repeated clicks while it loads open it once.
    if (verb !== 'open' || waiting.at(-1)?.[0] !== verb) waiting.push([verb, args]);
    decorate();
    // open, toggle, send and newThread load the panel; other calls wait for it.
    if (/^(tog|se|n|o)/.test(verb)) {
      isWanted = true;
      wake();
      if (shown) shown.launcher.button.ariaBusy = 'true';
      preload();
    }
    return undefined;
  }

  /** Events are DOM events on window, so that one listener serves the page and this code. */
  function listen(name: string, listener: (detail: object) => void): () => void {
    const onPageEvent = (({ detail }: CustomEvent<{ id?: string }>) =>
      detail.id === id && listener(detail)) as EventListener;
    const off = () => removeEventListener(`portico:${name}`, onPageEvent);
    addEventListener(`portico:${name}`, onPageEvent);
    removers.push(off);
    return off;
  }

  /** Loads the interface; retries while the server is unreachable. */
  async function readFace(): Promise<boolean | void> {
    let response;
    try {
      response = await fetch(`${host}/api/public/chat-interfaces/${chat}`, {
        credentials: 'omit',
        headers: options.preview ? { 'x-portico-preview': options.preview } : {},
      });
      // 429 and above may be over soon; below it, the server knows no such interface.
      if (response.status > 428) throw new Error();
    } catch {
      fail();
      await rest();
      return isGone || readFace();
    }
    // React 18 hydrates a whole document only as the server sent it, usually before the page is loaded, which is the only
    // state before the letter d: `complete`.
    while (document.readyState > 'd' && failures < 3 && !isWanted) await rest();
    failures = 0;
    const { data, error } = (await response.json()) as { data?: Face; error?: object };
    if (data) {
      let hasStored;
      try {
        wasOpen = sessionStorage[`${key}:open`];
        hasStored = localStorage[key] || sessionStorage[key];
      } catch {
        // If the storage is blocked, nothing is remembered.
      }
      if (data.proactive?.[0] || Object.keys({ ...data.texts })[0] || options.analytics || hasStored)
        await loadExtras(host).then((code) => (extras = code), fail);
      face = data;
      // Without a delay it is null, which counts as 0.
      timer = setTimeout(showLauncher, data.behaviour.launcher.delayMs as number);
    } else emit('error', { error });
  }

  /** Shows the launcher as the page wants it, also by waiting calls, of which only `update` names what it shows. */
  function decorate(): void {
    if (!face || !shown) return;
    const given: Record<string, unknown> & RawOptions = Object.assign({}, options, ...waiting.flat(2));
    const branding = face.branding as Face['branding'] & Record<string, unknown>;
    for (const name in branding) branding[name] = given[name] ?? branding[name];
    const language = given.locale || face.locale || document.documentElement.lang || navigator.language;
    shown.launcher.update(extras?.translateFace(face, language) ?? face, language.slice(0, 2));
    shown.launcher.box.hidden = isHidden;
  }

  function showLauncher(): void {
    if (isGone || !face || shown) return;
    const own = createHost();
    const launcher = createLauncher(own, () => call(handle ? 'toggle' : 'open', []), preload);
    // The panel was open on the previous page; on a phone, where it would cover the page, it stays closed.
    shown = { host: own, launcher, face, isRestored: wasOpen && !matchMedia(phoneScreen).matches };
    decorate();
    emit('ready');
    timer = setTimeout(launcher.showTip, 3_000);
    if (extras) removers.push(extras.greet(face, options, launcher, preload));
    if (options.open || shown.isRestored) call('open', []);
  }

  // A link in a mail, with `#portico-resume=…`, leads the visitor back to the conversation.
  options.open ||= /portico-r/.test(location.hash);
  isWanted = options.mode === 'inline' || !chat;
  if (isWanted) preload();
  else {
    const beginning: Promise<unknown> =
      options.mode === 'ask'
        ? loadExtras(host).then((code) => isGone || removers.push(code.listenForAsk(options, call)))
        : readFace();
    faceLoaded = beginning.catch(fail);
  }
  return { id, call, remove };
}
