import { useRef, useState } from 'preact/hooks';
import { readStored, writeStored } from '../app/stored.ts';

/** A text that is stored in this tab under a name until it is sent; it is cleared only if it is still the one given. */
export function useStoredText(name: string): [string, (text: string) => void, (sent: string) => void] {
  const read = () => {
    const stored = readStored('session', name);
    return typeof stored === 'string' ? stored : '';
  };
  const [shown, setShown] = useState({ name, text: read() });
  const text = shown.name === name ? shown.text : read();
  const setText = (next: string) => {
    writeStored('session', name, next === '' ? null : next);
    setShown({ name, text: next });
  };
  const latest = useRef({ name, text });
  latest.current = { name, text };
  const clear = (sent: string) => {
    const current = latest.current.name === name ? latest.current.text : read();
    if (current === sent) setText('');
  };
  return [text, setText, clear];
}
