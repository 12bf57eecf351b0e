import { readStored, writeStored } from './stored.ts';

/** Whether this browser shows a notice and plays a sound when a visitor begins to wait or writes to this member. */
export interface NoticeChoice {
  readonly desktop: boolean;
  readonly sound: boolean;
}

/**
 * The sound is on until a member turns it off, so that no visitor waits unnoticed. Notices need the browser's
 * permission.
 */
export function readNoticeChoice(): NoticeChoice {
  const stored = readStored('local', 'notices');
  const chosen = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  const isAllowed = canNotify() && Notification.permission === 'granted';
  return { desktop: chosen.get('desktop') === true && isAllowed, sound: chosen.get('sound') !== false };
}

export function writeNoticeChoice(choice: NoticeChoice): void {
  writeStored('local', 'notices', choice);
}

/** Whether the browser supports notifications. */
export function canNotify(): boolean {
  return 'Notification' in globalThis;
}
