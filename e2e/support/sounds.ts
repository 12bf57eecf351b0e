import type { Page } from '@playwright/test';

export type Sounds = {
  /** How often the page has played a sound. */
  count: () => Promise<number>;
  /** Whether somebody has clicked or pressed a key; scripts of a test count as gestures otherwise. */
  setGesture: (hasBeenActive: boolean) => Promise<void>;
};

type Recorded = { soundsPlayed: number; gesture: { hasBeenActive: boolean } };

/** Replaces a page's sound by a silent recorder, before the page is opened. */
export async function recordSounds(page: Page, hasBeenActive: boolean): Promise<Sounds> {
  await page.addInitScript((active) => {
    const recorded = { soundsPlayed: 0, gesture: { hasBeenActive: active } };
    const parameter = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = {
      frequency: parameter,
      gain: parameter,
      connect: (next: object) => next,
      start() {},
      stop() {},
    };
    class SilentContext {
      currentTime = 0;
      destination = node;
      createOscillator = () => node;
      createGain = () => node;
      constructor() {
        Object.assign(globalThis, { soundsPlayed: (globalThis as unknown as Recorded).soundsPlayed + 1 });
      }
      async close(): Promise<void> {}
    }
    Object.assign(globalThis, recorded, { AudioContext: SilentContext });
    Object.defineProperty(navigator, 'userActivation', { get: () => recorded.gesture });
  }, hasBeenActive);
  return {
    count: async () => page.evaluate(() => (globalThis as unknown as Recorded).soundsPlayed),
    setGesture: async (active) =>
      page.evaluate((next) => {
        (globalThis as unknown as Recorded).gesture.hasBeenActive = next;
      }, active),
  };
}
