import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { isMarkdownFile } from '@portico/browser-kit/markdown/is-markdown-file';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Citation } from '../types.ts';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { linkToPassage } from './link-to-passage.ts';
import { MarkdownView } from './markdown-view.tsx';
import { nameCitations } from './name-citations.ts';
import { keepFocusInside } from './keep-focus-inside.ts';

/** An overlay over the conversation: a passage, or a question. The focus returns to where it was. */
export function SheetView() {
  const { sheet, texts } = usePanel();
  const open = sheet.value;
  if (!open) return null;
  return open.kind === 'citation' ? (
    <Sheet
      key={open.citation.chunkId}
      label={fill(texts.value.passage, { name: nameCitations([open.citation])[0] ?? '' })}
    >
      <Passage citation={open.citation} number={open.number} />
    </Sheet>
  ) : (
    <Sheet label={texts.value.forget}>
      <Forget />
    </Sheet>
  );
}

function Sheet({ label, children }: { label: string; children: ComponentChild }) {
  const { sheet, texts } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const close = () => {
    sheet.value = null;
  };
  // As in the menu: Escape pressed before the focus has moved would close the whole panel.
  useLayoutEffect(() => {
    const root = box.current?.getRootNode();
    const before = root instanceof ShadowRoot ? root.activeElement : null;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (box.current) keepFocusInside(box.current, event);
  };
  return (
    <div class="veil" role="presentation" onClick={(event) => event.target === event.currentTarget && close()}>
      <div
        class="sheet"
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabindex={-1}
        onKeyDown={onKeyDown}
      >
        <IconButton icon="close" label={texts.value.dismiss} class="x" onClick={close} />
        {children}
      </div>
    </div>
  );
}

function Passage({ citation, number }: { citation: Citation; number: number }) {
  const { texts } = usePanel();
  const link = linkToPassage(citation);
  return (
    <>
      <p class="title">
        <span class="num">{number}</span>
        <bdi>{nameCitations([citation])}</bdi>
      </p>
      {citation.heading && (
        <p class="label" dir="auto">
          {stripBidiControls(citation.heading)}
        </p>
      )}
      <blockquote class="quote md" tabindex={0}>
        <MarkdownView source={citation.quote} isStreaming={false} isWrapped={isMarkdownFile(citation.documentName)} />
      </blockquote>
      {link !== null && (
        <p>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {texts.value.openSource}
          </a>
        </p>
      )}
    </>
  );
}

function Forget() {
  const { chat, sheet, texts } = usePanel();
  const t = texts.value;
  const decide = (isSure: boolean) => () => {
    sheet.value = null;
    if (isSure) void chat.forget();
  };
  return (
    <>
      <p class="title">{t.forget}</p>
      <p>{t.forgetAsk}</p>
      <div class="row end">
        <button type="button" class="btn" onClick={decide(false)}>
          {t.cancel}
        </button>
        <button type="button" class="btn bad" onClick={decide(true)}>
          {t.forgetYes}
        </button>
      </div>
    </>
  );
}
