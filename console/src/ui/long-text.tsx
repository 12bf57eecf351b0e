import { useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { dataTexts } from './data-texts.ts';
import { startOf } from './format-json.ts';
import './data-view.css';

/** Characters of a long text that are shown at first, and after a click. */
const maxShort = 600;
const maxLong = 100_000;

/** A text of any length by others: its beginning, and the rest after a click. `label` names it for screen readers. */
export function LongText({ text, label }: { text: string; label: string }) {
  const say = useTexts(dataTexts);
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > maxShort;
  if (!isLong) {
    return (
      <p class="written data-text" dir="auto">
        {text}
      </p>
    );
  }
  const shown = startOf(text, isWhole ? maxLong : maxShort);
  return (
    <div>
      <div
        class={isWhole ? 'written data-text data-text-whole' : 'written data-text'}
        dir="auto"
        {...(isWhole ? { tabIndex: 0, role: 'group' as const, 'aria-label': label } : {})}
      >
        {shown}
        {shown.length < text.length ? '…' : ''}
      </div>
      {isWhole && text.length > maxLong ? <p class="help">{say('tooLong')}</p> : null}
      <button type="button" class="link-button" onClick={() => setWhole(!isWhole)}>
        {isWhole ? say('showLess') : say('showAll', { count: text.length })}
        <span class="visually-hidden">: {label}</span>
      </button>
    </div>
  );
}
