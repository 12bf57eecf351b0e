import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage as launcherTexts } from '@portico/shared-types/languages/lists/launcher';
import { closeOthers, registerBubble } from './registry.ts';
import { connectFrame } from '@portico/browser-kit/host-bridge';
import type { BridgeMessage } from '@portico/browser-kit/host-bridge';
import type { Report } from './panel-module.ts';
import { findTarget } from './find-target.ts';
import { createPageReport } from './page-report.ts';
import { createPlacedHost } from './placed-host.ts';
import { createHost, DEFAULT_Z_INDEX } from '../launcher/host.ts';
import { createLauncher } from '../launcher/launcher.ts';
import type { LauncherFace } from '../launcher/launcher.ts';
import { texts as en } from '@portico/shared-types/languages/en/widget';
import type { Texts } from '@portico/shared-types/languages/en/widget';
import { listLanguages } from '../locales/list-languages.ts';
import { loadTexts } from '../locales/load-texts.ts';
import { createEmitter } from '../models/emitter.ts';
import { startLater } from '../start-later.ts';
import styles from '../styles/form.css?inline';
import { setVariables } from '../theme/set-variables.ts';
import type { FormEvents, FormHandle, FormOptions, FormPrefill } from '../form-types.ts';

/** Milliseconds that the form's page gets to respond once its frame has loaded. */
const RESPONSE_MS = 10_000;

/**
 * Puts a form on the page: in a frame with the form's own height, or, as a bubble, in a panel behind a launcher. The
 * form stays on its own origin; the two pages communicate through one MessageChannel.
 */
export function mountForm(options: FormOptions, report?: Report): FormHandle {
  const id = options.id ?? options.form;
  const isInline = options.mode !== 'bubble';
  const { origin } = new URL(options.host, location.href);
  const events = createEmitter<FormEvents>(createPageReport(report));
  const host = isInline
    ? createPlacedHost(
        () => findTarget(options.target),
        () => {},
      )
    : createHost();
  const sheet = host.addStyles(`:host{}${styles}`);
  const box = document.createElement('div');
  const frame = document.createElement('iframe');
  const language = chooseLanguage(listLanguages(options.locale));
  let texts: Texts = en;
  let isOpen = isInline;
  let isReady = false;

  setVariables(sheet, { '--pt-z': String(options.zIndex ?? DEFAULT_Z_INDEX), '--pt-height': '480px' });
  box.className = isInline ? 'inline' : `bubble ${options.position ?? 'right'}`;
  frame.title = options.form;
  frame.allow = 'clipboard-write; camera';
  box.append(frame);
  // On a phone the form covers the launcher, which closes it elsewhere.
  const closing = document.createElement('button');
  closing.type = 'button';
  closing.className = 'close';
  closing.textContent = '×';
  closing.ariaLabel = (launcherTexts[language] ?? launcherTexts.en)[1];
  closing.addEventListener('click', () => setOpen(false));
  if (!isInline) box.prepend(closing);
  host.root.append(box);

  const bridge = connectFrame(frame, origin, receive);
  let silence: ReturnType<typeof setTimeout> | undefined;
  // Also for the browser's own page of an error, which says nothing. A form that has not been seen has no page.
  frame.addEventListener('load', () => {
    clearTimeout(silence);
    if (frame.src !== '') silence = setTimeout(() => fail('unreachable'), RESPONSE_MS);
  });
  if (options.theme !== undefined) setTheme(options.theme);
  if (options.prefill !== undefined) bridge.send({ type: 'prefill', values: options.prefill });

  function fail(code: string, message = ''): void {
    events.emit('error', { id, error: { code, message } });
  }

  function receive(message: BridgeMessage): void {
    clearTimeout(silence);
    const { type } = message;
    if (type === 'height' && typeof message['height'] === 'number' && isInline) {
      setVariables(sheet, { '--pt-height': `${Math.max(120, Math.min(20_000, message['height']))}px` });
    } else if (type === 'ready') {
      reportReady();
    } else if (type === 'close') {
      setOpen(false);
    } else if (type === 'submitted' || type === 'completed') {
      events.emit(type, { id });
    } else if (type === 'error') {
      const { code, message: text } = message;
      if (typeof code === 'string' && typeof text === 'string') fail(code, text);
      else fail('internal_error');
    }
  }

  /** Once and before every other event: when an inline form has loaded, or the launcher of a bubble is on the page. */
  function reportReady(): void {
    if (isReady) return;
    isReady = true;
    events.emit('ready', { id });
  }

  /** Behind a page of another colour scheme than its frame's, browsers paint an opaque background. */
  function setTheme(theme: NonNullable<FormOptions['theme']>): void {
    frame.style.colorScheme = theme === 'auto' ? '' : theme;
    bridge.send({ type: 'theme', theme });
  }

  /** The form's page is loaded when it is first seen. */
  function load(): void {
    if (frame.src !== '') return;
    const query = options.locale === undefined ? '' : `?locale=${encodeURIComponent(options.locale)}`;
    frame.src = `${origin}/forms/${encodeURIComponent(options.form)}${query}`;
  }

  function setOpen(next: boolean): void {
    if (isInline || next === isOpen) return;
    reportReady();
    isOpen = next;
    if (next) load();
    box.classList.toggle('open', next);
    launcher?.setState({ isOpen: next, unread: 0, closeLabel: texts.close });
    if (next) closeOthers(handle);
    if (next) frame.focus();
    // The page may close it while the visitor is writing elsewhere.
    else if (document.activeElement === host.element) launcher?.button.focus();
    events.emit(next ? 'open' : 'close', { id });
  }

  const launcher = isInline ? null : createLauncher(host, () => setOpen(!isOpen), load);
  launcher?.update(faceOf(options), language);
  const stopLoading = startLater(async () => {
    const loaded = await loadTexts(language);
    return () => {
      texts = loaded;
      return () => {};
    };
  });
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && isOpen && setOpen(false);
  if (!isInline) host.element.addEventListener('keydown', onKeyDown);
  const setVisible = (isVisible: boolean) => {
    if (launcher) launcher.box.hidden = !isVisible;
  };
  const prefill = (values: FormPrefill) => bridge.send({ type: 'prefill', values });
  const write = (message: string) => prefill({ message });
  const handle: FormHandle = {
    id,
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    show: () => setVisible(true),
    hide: () => setVisible(false),
    send: write,
    prefill: write,
    on: events.on,
    update({ theme, prefill: values }) {
      if (theme !== undefined) setTheme(theme);
      if (values !== undefined) prefill(values);
    },
    unmount() {
      isReady = true;
      clearTimeout(silence);
      stopLoading();
      unregister();
      bridge.close();
      events.clear();
      host.remove();
    },
  };
  const unregister = isInline ? () => {} : registerBubble(handle);
  if (isInline) load();
  // By then the page listens.
  else queueMicrotask(reportReady);
  if (options.open === true) setOpen(true);
  return handle;
}

/** A form's configuration has no launcher; it uses the page's options and neutral defaults. */
function faceOf(options: FormOptions): LauncherFace {
  return {
    branding: {
      primaryColor: '#4f46e5',
      fontFamily: null,
      iconUrl: null,
      position: options.position ?? 'right',
      theme: options.theme ?? 'auto',
      zIndex: options.zIndex ?? null,
    },
    behaviour: { title: options.form, launcher: { label: null, proactiveMessage: null } },
  };
}
