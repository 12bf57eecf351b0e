import { phoneScreen } from '@portico/browser-kit/breakpoints';
import { computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import { DEFAULT_Z_INDEX } from '../launcher/host.ts';
import type { WidgetHost } from '../launcher/host.ts';
import type { Texts } from '@portico/shared-types/languages/en/widget';
import type { Chat } from '../models/chat.ts';
import styles from '../styles/panel.css?inline';
import { setVariables } from '../theme/set-variables.ts';
import { schemeOf, themeVariables } from '../theme/theme.ts';
import type { Mode, Slots } from '../types.ts';
import type { Panel, Sheet } from '../ui/context.ts';
import { loadMarkdown } from '../ui/markdown-view.tsx';
import { PanelView } from '../ui/panel.tsx';
import { startLater } from '../start-later.ts';

export interface PanelHostOptions {
  host: WidgetHost;
  chat: Chat;
  language: ReadonlySignal<string>;
  texts: ReadonlySignal<Texts>;
  mode: Mode;
  isDialog: boolean;
  slots: Slots;
  opener: HTMLElement | null;
  takesFocus: boolean;
  /** CSS height of an inline panel if its place has none. */
  height: ReadonlySignal<string>;
}

/**
 * Renders a chat's panel into a host and keeps its language, theme and place up to date. Returns a function that
 * removes it.
 */
export function renderPanel(options: PanelHostOptions): () => void {
  const { host, chat, language, texts, mode, isDialog, slots, opener, takesFocus, height } = options;
  const container = document.createElement('div');
  const [prefersDark, stopDark] = watchMedia('(prefers-color-scheme: dark)');
  const [isSmall, stopSmall] = watchMedia(phoneScreen);
  const [hasOwnColors, stopColors] = watchMedia('(forced-colors: active)');
  const scheme = computed(() => schemeOf(chat.face.value, prefersDark.value));
  const theme = computed(() => themeVariables(chat.face.value.branding, scheme.value));
  let focusing: ReturnType<typeof setTimeout> | undefined;
  let hadFocus = false;
  const panel: Panel = {
    chat,
    mode,
    isDialog,
    slots,
    language,
    texts,
    theme,
    takesFocus,
    view: signal<'conversation' | 'history'>('conversation'),
    sheet: signal<Sheet | null>(null),
    announcement: signal<string | null>(null),
    isFullScreen: computed(() => isDialog && isSmall.value),
    focusComposer() {
      const before = host.root.activeElement;
      const focus = () => {
        // By then the visitor may be writing elsewhere.
        if ((host.root.activeElement ?? before) === before) {
          host.root
            .querySelector<HTMLElement>('[data-composer],.consent :is(input,textarea,select,.strong),.scroll.past')
            ?.focus({ preventScroll: true });
        }
        hadFocus = true;
      };
      clearTimeout(focusing);
      // The first time it waits for the first frame, whose layout it would otherwise force; rendering starts after
      // that.
      focusing = setTimeout(focus, hadFocus ? 0 : 40);
      if (hadFocus) focus();
    },
  };

  const Root = () => <PanelView panel={panel} language={language.value} scheme={scheme.value} opener={opener} />;
  const disposers = [stopDark, stopSmall, stopColors];

  function dress(): void {
    const sheet = host.addStyles(`:host{}${styles}`);
    if (!isDialog) container.style.height = '100%';
    // As for the launcher: a zoomed root must not change its size.
    else container.style.zoom = `${1 / document.documentElement.currentCSSZoom}`;
    // What happens in the chat is not a shortcut, paste or scroll of the page, which sees no field behind its events.
    for (const type of 'keydown keypress keyup copy cut paste focusin wheel touchmove'.split(' '))
      container.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
    container.addEventListener('click', submitOnPress);
    host.root.append(container);
    disposers.push(
      effect(() => setVariables(sheet, { '--pt-inline': height.value })),
      effect(() => {
        const zIndex = String(chat.face.value.branding.zIndex ?? DEFAULT_Z_INDEX);
        setVariables(sheet, { ...theme.value, '--pt-z': zIndex });
      }),
      effect(() => (hasOwnColors.value ? addContrastStyles(host) : undefined)),
      effect(() => (panel.isFullScreen.value && chat.isOpen.value ? fitLater(container) : undefined)),
    );
    void loadMarkdown();
  }

  const stop = inTurn([dress, () => render(<Root />, container)]);
  return () => {
    stop();
    clearTimeout(focusing);
    for (const dispose of disposers) dispose();
    render(null, container);
    container.remove();
  };
}

/**
 * A sandboxed frame without `allow-forms` gets the press of a button, also for the Enter key, but the browser neither
 * checks the fields nor sends `submit`.
 */
function submitOnPress(event: Event) {
  const button = (event.target as Element).closest('button');
  if (button?.type !== 'submit' || !button.form || event.defaultPrevented) return;
  event.preventDefault();
  if (button.form.reportValidity()) button.form.dispatchEvent(new Event('submit', { cancelable: true }));
}

/**
 * Runs each step in a separate task, so that none is noticeable on a slow phone. Returns a function that cancels the
 * remaining ones.
 */
function inTurn([step, ...others]: readonly (() => void)[]): () => void {
  if (!step) return () => {};
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    step();
    stop = inTurn(others);
  });
  return () => stop();
}

function watchMedia(query: string): [ReadonlySignal<boolean>, () => void] {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  const read = () => {
    matches.value = media.matches;
  };
  media.addEventListener('change', read);
  return [matches, () => media.removeEventListener('change', read)];
}

/** Adds what the few visitors with a contrast theme need. */
function addContrastStyles(host: WidgetHost): () => void {
  return startLater(async () => {
    const { default: css } = await import('../styles/forced-colors.css?inline');
    return () => {
      const sheet = host.addStyles(css);
      return () => (sheet.disabled = true);
    };
  });
}

/** Fits the panel into what a phone's keyboard leaves of the screen. */
function fitLater(container: HTMLElement): () => void {
  return startLater(async () => {
    const { followViewport } = await import('./follow-viewport.ts');
    return () => followViewport(container);
  });
}
