import { createHost } from '../../widget/src/launcher/host.ts';
import { createLauncher } from '../../widget/src/launcher/launcher.ts';
import { storageKey } from '../../widget/src/models/storage-key.ts';
import type { ChatHandle, Face, FormHandle } from '../../widget/src/types.ts';
import { createListeners } from './listeners.ts';
import { loadPanel } from './load-panel.ts';
import type { BootOptions } from './options.ts';

/** One interface on the page, before and after its panel's code is there. */
export interface Instance {
  readonly id: string;
  call(verb: string, args: unknown[]): unknown;
}

type Booted = BootOptions & { id: string; host: string };
type Handle = Partial<Record<string, (...args: unknown[]) => unknown>>;

/** Calls that are reason enough to load the panel; the others wait for it. */
const CALLS_FOR_PANEL = ['open', 'toggle', 'send', 'newThread'];

export function createInstance(options: Booted, script: HTMLScriptElement | null): Instance {
  const { id, chat, form, host } = options;
  const slug = chat ?? '';
  const isInline = options.mode === 'inline';
  const listeners = createListeners(id);
  const waiting: [string, unknown[]][] = [];
  let handle: (ChatHandle | FormHandle) | undefined;
  let loading: Promise<void> | undefined;
  let face: Face | undefined;
  let widgetHost: ReturnType<typeof createHost> | undefined;
  let launcher: ReturnType<typeof createLauncher> | undefined;
  let isGone = false;
  let isHidden = false;
  let isRestored = false;
  let timer = 0;

  const emit = (name: string, detail: object): void => {
    dispatchEvent(new CustomEvent(`portico:${name}`, { detail: { id, ...detail } }));
  };
  const run = (verb: string, args: unknown[]): unknown => (handle as unknown as Handle)[verb]?.(...args);

  function load(): Promise<void> {
    loading ??= loadPanel(host).then(
      (panel) => {
        if (isGone) return;
        const target = isInline ? (options.target ?? placeAfter(script)) : undefined;
        const shared = { ...options, host, mode: isInline ? ('inline' as const) : ('bubble' as const) };
        const placed = target === undefined ? shared : { ...shared, target };
        if (form !== undefined) handle = panel.mountForm({ ...placed, form });
        else if (widgetHost && launcher && face) {
          handle = panel.mountChat({ ...placed, chat: slug }, { host: widgetHost, launcher, face, isRestored });
        } else handle = panel.mountChat({ ...placed, chat: slug });
        for (const [verb, args] of waiting.splice(0)) run(verb, args);
      },
      (error: unknown) => {
        loading = undefined;
        emit('error', { error: { code: 'offline', message: String(error) } });
      },
    );
    return loading;
  }

  async function loadAnd(verb: string, args: unknown[]): Promise<void> {
    launcher?.setBusy(true);
    waiting.push([verb, args]);
    await load();
    launcher?.setBusy(false);
  }

  const call = (verb: string, args: unknown[]): unknown => {
    if (verb === 'on') return listeners.on(String(args[0]), args[1]);
    if (verb === 'shutdown') return shutdown();
    if (verb === 'show' || verb === 'hide') {
      isHidden = verb === 'hide';
      launcher?.setVisible(!isHidden);
    }
    if (verb === 'logout') forgetVisitor();
    if (handle) return run(verb, args);
    if (CALLS_FOR_PANEL.includes(verb)) void loadAnd(verb, args);
    else waiting.push([verb, args]);
    return undefined;
  };

  /** At once, and not only when the panel comes: the next person at this browser must not find the last one's words. */
  function forgetVisitor(): void {
    delete options.identity;
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      try {
        globalThis[name].removeItem(storageKey(slug));
      } catch {
        // Blocked storage holds nothing.
      }
    }
  }

  function shutdown(): void {
    isGone = true;
    clearTimeout(timer);
    handle?.unmount();
    widgetHost?.remove();
    listeners.clear();
  }

  async function showLauncher(): Promise<void> {
    const response = await fetch(`${host}/api/public/chat-interfaces/${encodeURIComponent(slug)}`, {
      credentials: 'omit',
    });
    const body = (await response.json()) as { data?: Face; error?: { code: string; message: string } };
    if (isGone) return;
    if (!body.data) {
      emit('error', { error: body.error ?? { code: 'request_failed', message: '' } });
      return;
    }
    face = withOptions(body.data, options);
    const { delayMs } = face.behaviour.launcher;
    timer = setTimeout(drawLauncher, delayMs ?? 0);
  }

  function drawLauncher(): void {
    if (isGone || !face) return;
    widgetHost = createHost(null);
    launcher = createLauncher(
      widgetHost,
      () => call('toggle', []),
      () => void load(),
    );
    const wishes = [options.locale, face.locale, document.documentElement.lang, ...navigator.languages];
    const language = wishes.map((wish) => wish?.slice(0, 2).toLowerCase()).find((wish) => wish) ?? 'en';
    launcher.update(face, language);
    launcher.setVisible(!isHidden);
    emit('ready', {});
    timer = setTimeout(() => launcher?.showTip(), 3_000);
    isRestored = options.open !== true && wasOpen();
    if (options.open === true || isRestored) void loadAnd('open', []);
  }

  /** The panel was open on the page before; on a phone, where it would cover the page, it stays closed. */
  function wasOpen(): boolean {
    try {
      return innerWidth > 520 && sessionStorage.getItem(`${storageKey(slug)}:open`) === '1';
    } catch {
      return false;
    }
  }

  if (isInline || form !== undefined) void load();
  else showLauncher().catch((error: unknown) => emit('error', { error: { code: 'offline', message: String(error) } }));
  return { id, call };
}

function withOptions(face: Face, { position, zIndex }: BootOptions): Face {
  const { branding } = face;
  return {
    ...face,
    branding: { ...branding, position: position ?? branding.position, zIndex: zIndex ?? branding.zIndex },
  };
}

/** Inline without a target: right where the script stands. */
function placeAfter(script: HTMLScriptElement | null): Element {
  if (!script?.isConnected || script.closest('head')) return document.body;
  const place = document.createElement('div');
  script.after(place);
  return place;
}
