import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-emoji';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from '../ui/context.ts';
import type { ExtraProps } from '../ui/extras.tsx';
import { emblems, emoji } from './emoji.ts';
import { insertText } from './insert-text.ts';

export { default as styles } from './emoji-picker.css?inline';

const COLUMNS = 8;
const kinds = emoji.map((list) => list.split(' '));

/**
 * The emoji picker above the composer. Tab goes to the categories; the arrow keys move through the emoji in their rows,
 * Escape returns to the text. The names are those of the reader's own screen reader.
 */
export function View({ area, onClose }: ExtraProps) {
  const { chat, texts } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const [current, setCurrent] = useState(0);
  const language = area.current?.closest('[lang]')?.getAttribute('lang') ?? 'en';
  const labels = textsByLanguage[language] ?? textsByLanguage.en;

  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  useLayoutEffect(() => {
    buttons()[0]?.focus({ preventScroll: true });
    const closeOutside = (event: Event) => {
      const path = event.composedPath();
      if (box.current && !path.includes(box.current) && !path.some(isOpener)) close.current();
    };
    addEventListener('pointerdown', closeOutside, true);
    return () => removeEventListener('pointerdown', closeOutside, true);
  }, []);

  const pick = (picked: string) => {
    chat.draft.value = insertText(area.current, chat.draft.peek(), picked);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const next = at < 0 ? undefined : findNext(all, at, event.key, box.current?.closest('[dir=rtl]') ? -1 : 1);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const goTo = (kind: number) => {
    const heading = list.current?.querySelectorAll<HTMLElement>('h3')[kind];
    if (heading) list.current?.scrollTo({ top: heading.offsetTop - list.current.offsetTop });
    setCurrent(kind);
  };
  const onScroll = () => {
    const { scrollTop = 0, offsetTop = 0 } = list.current ?? {};
    const tops = [...(list.current?.querySelectorAll<HTMLElement>('h3') ?? [])].map((heading) => heading.offsetTop);
    setCurrent(
      Math.max(
        0,
        tops.findLastIndex((top) => top - offsetTop <= scrollTop + 8),
      ),
    );
  };

  return (
    <div ref={box} class="emojis" role="dialog" aria-label={texts.value.emoji} onKeyDown={onKeyDown}>
      <div class="kinds">
        {emblems.map((emblem, kind) => (
          <button
            key={emblem}
            type="button"
            aria-label={labels[kind]}
            title={labels[kind]}
            aria-current={kind === current}
            onClick={() => goTo(kind)}
          >
            {emblem}
          </button>
        ))}
      </div>
      <div ref={list} class="kind-list" onScroll={onScroll}>
        {kinds.map((pictures, kind) => (
          <div key={emblems[kind]} role="group" aria-label={labels[kind]}>
            <h3 aria-hidden="true">{labels[kind]}</h3>
            <div class="kind">
              {pictures.map((picture, index) => (
                <button
                  key={picture}
                  type="button"
                  tabindex={kind === 0 && index === 0 ? 0 : -1}
                  onClick={() => pick(picture)}
                >
                  {picture}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The button that opened the picker closes it itself. */
const isOpener = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true' && target.classList.contains('ib');

function findNext(all: readonly HTMLButtonElement[], at: number, key: string, forward: 1 | -1) {
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowRight') return all[at + forward];
  if (key === 'ArrowLeft') return all[at - forward];
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  // Rows of different categories are below one another too: the emoji in the same column, or the last one of the row.
  const here = all[at]?.offsetLeft ?? 0;
  const step = key === 'ArrowDown' ? 1 : -1;
  const top = all[at]?.offsetTop ?? 0;
  const candidates = all.slice(Math.max(0, at - 2 * COLUMNS), at + 2 * COLUMNS + 1);
  const rows = candidates.filter(({ offsetTop }) => (step === 1 ? offsetTop > top : offsetTop < top));
  const row = step === 1 ? rows[0]?.offsetTop : rows.at(-1)?.offsetTop;
  const inRow = rows.filter(({ offsetTop }) => offsetTop === row);
  return inRow.find(({ offsetLeft }) => offsetLeft === here) ?? inRow.at(-1);
}
