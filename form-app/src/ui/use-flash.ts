import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts-context.ts';
import { useAnnouncer } from './announce-context.ts';

/** A text that is shown for two seconds and announced. */
export function useFlash(): [text: MessageKey | null, show: (text: MessageKey) => void] {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  const [text, setText] = useState<MessageKey | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: MessageKey) => {
    setText(next);
    announce(texts.say(next));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setText(null), 2000);
  };
  return [text, show];
}
