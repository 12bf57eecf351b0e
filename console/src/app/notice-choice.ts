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
  dispatchEvent(new Event(changeName));
}

const changeName = 'portico-notice-choice';

/** Reports every change of the choice on this page. Returns the function that stops it. */
export function onNoticeChoice(listener: (choice: NoticeChoice) => void): () => void {
  const onChange = () => listener(readNoticeChoice());
  addEventListener(changeName, onChange);
  return () => removeEventListener(changeName, onChange);
}

/** Whether the browser knows notifications. Only `showNotice` finds out whether this page can show one. */
export function canNotify(): boolean {
  return 'Notification' in globalThis;
}

/**
 * Shows a notification, if they are permitted. Undefined if this page can't show one: in Chrome for Android, the
 * constructor throws a TypeError, because only service workers may show notifications.
 */
export function showNotice(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    return undefined;
  }
}
