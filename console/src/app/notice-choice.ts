import { readStored, writeStored } from './stored.ts';

/** Whether this browser shows a notice and plays a sound when a visitor begins to wait. */
export interface NoticeChoice {
  readonly desktop: boolean;
  readonly sound: boolean;
}

export function readNoticeChoice(): NoticeChoice {
  const stored = readStored('local', 'notices');
  const isOn = (name: keyof NoticeChoice) =>
    typeof stored === 'object' &&
    stored !== null &&
    name in stored &&
    Object.entries(stored).some(([key, value]) => key === name && value === true);
  return { desktop: isOn('desktop') && canNotify() && Notification.permission === 'granted', sound: isOn('sound') };
}

export function writeNoticeChoice(choice: NoticeChoice): void {
  writeStored('local', 'notices', choice);
}

/** Whether the browser supports notifications. */
export function canNotify(): boolean {
  return 'Notification' in globalThis;
}
