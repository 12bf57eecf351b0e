import { useEffect } from 'preact/hooks';
import { useTexts } from '../text/texts-context.ts';
import { Countdown } from './countdown.tsx';
import { useAnnouncer } from './announce-context.ts';
import { Icon } from './icon.tsx';

/** Tells that the server takes no more for a while, and when it will. */
export function LimitNotice({ until, onEnd }: { until: number; onEnd: () => void }) {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  useEffect(() => {
    announce(texts.say('tooMany', { seconds: texts.formatSeconds(Math.ceil((until - Date.now()) / 1000)) }));
  }, [until, texts, announce]);
  const end = () => {
    announce(texts.say('tooManyOver'));
    onEnd();
  };
  return (
    <p class="notice notice-wait">
      <Icon name="alert" />
      <span>
        <Countdown until={until} text="tooMany" onEnd={end} />
      </span>
    </p>
  );
}
