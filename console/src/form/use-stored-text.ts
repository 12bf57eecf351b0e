import { useRef, useState } from 'preact/hooks';
import { useDrafts } from './draft-store.ts';

type StoredText = readonly [
  text: string,
  setText: (text: string) => void,
  /** Clears the text if it is still the one given. */
  clear: (sent: string) => void,
  /** Puts back a text that could not be sent, unless another one was written in the meantime. */
  putBack: (unsent: string) => void,
];

/** A text that is stored in this tab under a name until it is sent. */
export function useStoredText(name: string): StoredText {
  const drafts = useDrafts();
  const read = () => {
    const stored = drafts.read(name)?.['text'];
    return typeof stored === 'string' ? stored : '';
  };
  const [shown, setShown] = useState({ name, text: read() });
  const text = shown.name === name ? shown.text : read();
  const store = (next: string) => drafts.write(name, next === '' ? undefined : { text: next });
  const setText = (next: string) => {
    store(next);
    setShown({ name, text: next });
  };
  const latest = useRef({ name, text });
  latest.current = { name, text };
  const replace = (before: string, next: string) => {
    // The field may have been left, and what is stored may be from the field that was opened then.
    if (read() === before) store(next);
    if (latest.current.name === name && latest.current.text === before) setShown({ name, text: next });
  };
  return [text, setText, (sent) => replace(sent, ''), (unsent) => replace('', unsent)];
}
