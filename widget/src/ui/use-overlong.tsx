import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from './context.ts';
import { Later } from './later.tsx';
import { MAX_CHARACTERS } from './max-characters.ts';

/**
 * A draft that is too long for a message, however it was entered, becomes again what it was before, and this notice
 * offers to attach the text. (A field with `maxlength` would cut it without a notice.) The next change ends the notice.
 */
export function useOverlong(area: RefObject<HTMLElement | null>) {
  const { chat } = usePanel();
  const [text, setText] = useState('');
  const before = useRef('');
  const draft = chat.draft.value;
  useLayoutEffect(() => {
    if (draft.length > MAX_CHARACTERS) {
      setText(draft);
      chat.draft.value = before.current;
    } else if (draft !== before.current) {
      before.current = draft;
      setText('');
    }
  }, [draft, chat]);
  return text && <Later>{({ Overlong }) => <Overlong text={text} area={area} onDone={() => setText('')} />}</Later>;
}
