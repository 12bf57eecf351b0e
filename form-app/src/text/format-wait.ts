import type { MessageKey } from './messages.ts';
import type { Texts } from './texts.ts';

/** A wait of up to this many seconds is counted down; a longer one is shown as a clock time. */
const maxCountdownSeconds = 90;

export interface WaitKeys {
  seconds: MessageKey;
  time: MessageKey;
  tomorrow: MessageKey;
}

export const limitKeys: WaitKeys = { seconds: 'tooMany', time: 'tooManyUntil', tomorrow: 'tooManyTomorrow' };
export const uploadKeys: WaitKeys = {
  seconds: 'fileWaiting',
  time: 'fileWaitingUntil',
  tomorrow: 'fileWaitingUntil',
};

/** A wait as text: in seconds, or as a time. `until` and `now` are milliseconds since 1970. */
export function formatWait(texts: Texts, keys: WaitKeys, until: number, now: number): string {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  if (seconds <= maxCountdownSeconds) return texts.say(keys.seconds, { seconds: texts.formatSeconds(seconds) });
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  return texts.say(isToday ? keys.time : keys.tomorrow, { time: texts.formatTime(until) });
}
