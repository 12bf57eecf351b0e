import { useEffect } from 'preact/hooks';
import type { Limit } from '../store/notice.ts';
import { limitKeys, formatWait } from '../text/format-wait.ts';
import { useTexts } from '../text/texts-context.ts';
import { Countdown } from './countdown.tsx';
import { useAnnouncer } from './announce-context.ts';
import { Icon } from './icon.tsx';

/** Shows that the server accepts no more for some time, and until when; the owner's text comes first. */
export function LimitNotice({ limit: { until, text }, onEnd }: { limit: Limit; onEnd: () => void }) {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  useEffect(() => {
    announce(text ?? formatWait(texts, limitKeys, until, Date.now()));
  }, [until, text, texts, announce]);
  const end = () => {
    announce(texts.say('tooManyOver'));
    onEnd();
  };
  return (
    <p class="notice notice-wait">
      <Icon name="clock" />
      <span>
        {text !== null && <bdi dir="auto">{text} </bdi>}
        <Countdown until={until} keys={limitKeys} onEnd={end} />
      </span>
    </p>
  );
}
