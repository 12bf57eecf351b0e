import { useRef, useState } from 'preact/hooks';
import { useDrafts } from './draft-store.ts';

/** A text that is stored in this tab under a name until it is sent; it is cleared only if it is still the one given. */
export function useStoredText(name: string): [string, (text: string) => void, (sent: string) => void] {
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
  const clear = (sent: string) => {
    // The field may have been left, and what is stored may be from the field that was opened then.
    if (read() === sent) store('');
    if (latest.current.name === name && latest.current.text === sent) setShown({ name, text: '' });
  };
  return [text, setText, clear];
}
