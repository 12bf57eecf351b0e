import { playTones } from '@portico/browser-kit/play-tones';
import { readStored, writeStored } from './stored.ts';

/** Two short tones, a third apart. */
export function playChime(): void {
  playTones([660, 830]);
}

/** Plays it for something that happened at a time (ISO 8601), in one of the browser's tabs. */
export function playChimeOnce(at: string): void {
  const last = readStored('local', 'chimed-at');
  if (typeof last === 'string' && last >= at) return;
  writeStored('local', 'chimed-at', at);
  playChime();
}
