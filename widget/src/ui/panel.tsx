import { isComposing } from '@portico/browser-kit/is-composing';
import { directionOf } from '@portico/shared-types/languages/choose-language';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askParts } from '../ask/ask-parts.ts';
import { fill } from '../locales/load-texts.ts';
import { Announcer } from './announcer.tsx';
import { Banner } from './banner.tsx';
import { Composer } from './composer.tsx';
import { PanelProvider } from './context.ts';
import type { Panel } from './context.ts';
import { Header } from './header.tsx';
import { Icon } from './icon.tsx';
import { keepFocusInside } from './keep-focus-inside.ts';
import { Later, Loaded } from './later.tsx';
import { mayFocus } from './may-focus.ts';
import { MessageList } from './message-list.tsx';
import { peopleParts } from './people-parts.ts';

interface Props {
  panel: Panel;
  language: string;
  scheme: 'light' | 'dark';
  /** Receives the focus when the panel closes. */
  opener: HTMLElement | null;
}

/** The whole chat. A bubble or the ask mode is a dialog: Escape closes it; the focus is trapped if it covers the page. */
export function PanelView({ panel, language, scheme, opener }: Props) {
  const { chat, mode, isDialog, view, isFullScreen } = panel;
  const box = useRef<HTMLElement>(null);
  const step = useStep();
  const isOpen = step > 2 && (!isDialog || chat.isOpen.value);
  const isModal = isFullScreen.value || mode === 'ask';
  const { behaviour, branding, handover } = chat.face.value;
  const hasPeople =
    handover?.enabled ||
    chat.answering.state.value.status !== 'bot' ||
    chat.messages.value.some(({ author }) => author?.type === 'member');
  const isWriting = chat.consent.value === 'granted' && !chat.beginning.isAsking.value && view.value === 'conversation';
  const isAsking = mode === 'ask' && isWriting;
  const canDrop = isWriting && !isAsking && chat.face.value.uploads.enabled;
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    const { type, dataTransfer, relatedTarget } = event;
    if (!canDrop || !dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser would leave the page for the file.
    event.preventDefault();
    if (type === 'drop') chat.uploads.add(dataTransfer.files);
    setOver(type !== 'drop' && (type !== 'dragleave' || box.current?.contains(relatedTarget as Node) === true));
  };
  useFocus(panel, box, isOpen, opener);
  const keeping = useKeptFocus(panel, box);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) {
      if (view.value === 'history') {
        view.value = 'conversation';
        panel.focusComposer();
      } else if (isDialog) chat.close();
    } else if (isModal && box.current) keepFocusInside(box.current, event);
  };

  return (
    <PanelProvider value={panel}>
      <div
        class={`pt ${mode} ${branding.position} ${isFullScreen.value ? 'full' : ''}`}
        lang={language}
        dir={directionOf(language)}
        data-scheme={scheme}
      >
        <section
          ref={box}
          class={isOpen ? 'panel open' : 'panel'}
          role={isDialog ? 'dialog' : 'region'}
          aria-modal={isModal ? 'true' : undefined}
          aria-label={behaviour.title}
          tabindex={-1}
          onKeyDown={onKeyDown}
          {...keeping}
          onDragEnter={onDrag}
          onDragOver={onDrag}
          onDragLeave={onDrag}
          onDrop={onDrag}
        >
          {step > 0 && !isAsking && <Header />}
          {step < 2 ? (
            <div class="list" />
          ) : chat.consent.value !== 'granted' ? (
            <Later>{({ Consent }) => <Consent />}</Later>
          ) : chat.beginning.isAsking.value ? (
            <Later>{({ PreChat }) => <PreChat />}</Later>
          ) : view.value === 'history' ? (
            <Later>{({ HistoryView }) => <HistoryView />}</Later>
          ) : (
            <>
              {isAsking ? (
                <Loaded part={askParts}>{({ AskView }) => <AskView />}</Loaded>
              ) : step > 2 ? (
                <MessageList />
              ) : (
                <div class="list" />
              )}
              {hasPeople && <Loaded part={peopleParts}>{({ PeopleView }) => <PeopleView />}</Loaded>}
              <Banner />
              {!isAsking && <Composer />}
            </>
          )}
          {behaviour.showBranding && <p class="brand">{fill(panel.texts.value.poweredBy, { name: 'Portico' })}</p>}
          {mode === 'ask' && (
            <Loaded part={askParts}>{({ AskFrame }) => <AskFrame panel={box} opener={opener} />}</Loaded>
          )}
          {isOver && canDrop && (
            <div class="drop" aria-hidden="true">
              <Icon name="attach" />
              {panel.texts.value.drop}
            </div>
          )}
          {step > 2 && (
            <>
              {panel.sheet.value && <Later>{({ SheetView }) => <SheetView />}</Later>}
              <Announcer />
            </>
          )}
        </section>
      </div>
    </PanelProvider>
  );
}

/**
 * First the panel alone, then its header, then the composer, then the messages: each in a separate frame, so that a
 * slow phone stays responsive.
 */
function useStep(): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step === 3) return undefined;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step]);
  return step;
}

function useFocus(panel: Panel, box: RefObject<HTMLElement | null>, isOpen: boolean, opener: HTMLElement | null): void {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!panel.isDialog || isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) {
      if (panel.takesFocus && mayFocus()) panel.focusComposer();
      panel.takesFocus = true;
    } else {
      // The page may close it while the visitor is writing elsewhere.
      const root = opener?.getRootNode() as ShadowRoot | undefined;
      if (root && box.current?.contains(root.activeElement)) opener?.focus({ preventScroll: true });
    }
  }, [isOpen, panel, box, opener]);
}

/**
 * A button that disappears with its press, such as the one that stops a reply, would take the focus with it: the next
 * key would go to the page. On a phone the field would open the keyboard, so the panel itself gets the focus.
 */
function useKeptFocus({ focusComposer }: Panel, box: RefObject<HTMLElement | null>) {
  const last = useRef<Node | null>(null);
  useEffect(() => {
    const panel = box.current;
    if (!panel) return undefined;
    const observer = new MutationObserver(() => {
      if (last.current?.isConnected !== false) return;
      last.current = null;
      if (document.activeElement !== document.body) return;
      if (matchMedia('(hover: none)').matches) panel.focus({ preventScroll: true });
      else focusComposer();
    });
    observer.observe(panel, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, focusComposer]);
  return {
    onFocusIn: ({ target }: FocusEvent) => {
      if (target instanceof Node) last.current = target;
    },
    // Some browsers report the loss of a removed element, too; it is still in the page then.
    onFocusOut: ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last.current === target && last.current?.isConnected) last.current = null;
      }),
  };
}
