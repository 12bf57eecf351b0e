import { useEffect, useRef, useState } from 'preact/hooks';
import { formatWait, type WaitKeys } from '../text/format-wait.ts';
import { useTexts } from '../text/texts-context.ts';

interface CountdownProps {
  /** Milliseconds since 1970. */
  until: number;
  keys: WaitKeys;
  onEnd?: (() => void) | undefined;
}

/** Shows the remaining wait. Screen readers announce it once at the start, and not every second. */
export function Countdown({ until, keys, onEnd }: CountdownProps) {
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
  return <>{formatWait(texts, keys, until, now)}</>;
}
