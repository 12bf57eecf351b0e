import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageKey } from '../text/messages.ts';
import { useTexts } from '../text/texts-context.ts';

interface CountdownProps {
  /** Milliseconds since 1970. */
  until: number;
  text: MessageKey;
  onEnd?: (() => void) | undefined;
}

/** Counts the seconds down. Screen readers hear of the wait once, from whoever began it, and not of each tick. */
export function Countdown({ until, text, onEnd }: CountdownProps) {
  const texts = useTexts();
  const [now, setNow] = useState(Date.now);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < until) return;
      clearInterval(timer);
      end.current?.();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{texts.say(text, { seconds: texts.formatSeconds(Math.max(1, Math.ceil((until - now) / 1000))) })}</>;
}
