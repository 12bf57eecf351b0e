import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

type Place = Page | FrameLocator | Locator;

/** The message field; the only text box with that name. */
export const composerOf = (place: Place): Locator => place.getByRole('textbox', { name: 'Message', exact: true });

/** The texts of the replies, in order. */
export const repliesOf = (place: Place): Locator => place.locator('.msg.assistant .md');

/** A source of a reply, by its title. */
export const sourceOf = (place: Place, title: string | RegExp): Locator =>
  place.locator('.sources').getByText(title).first();

/** The reply that the model double gives to a message without a script. */
export const replyTo = (place: Place, text: string): Locator =>
  repliesOf(place).filter({ hasText: `You said: ${text}` });

export const launcherOf = (page: Place): Locator => page.getByRole('button', { name: /^Open chat/ });

/** Opens the bubble's panel and waits until the visitor can type. */
export async function openChat(page: Page): Promise<void> {
  await launcherOf(page).click();
  await expect(composerOf(page)).toBeFocused();
}

/** Writes a message and sends it with Enter. */
export async function ask(place: Place, text: string): Promise<void> {
  await composerOf(place).fill(text);
  await composerOf(place).press('Enter');
}

/** Asks and waits for the reply that the model double gives without a script. */
export async function askAndRead(place: Place, text: string): Promise<void> {
  await ask(place, text);
  await expect(replyTo(place, text)).toBeVisible();
}

export async function chooseFromMenu(place: Place, name: string): Promise<void> {
  await place.getByRole('button', { name: 'More options' }).click();
  await place.getByRole('menuitem', { name }).click();
}

/** Resolves with one of the widget's events on window; `undefined` detail waits for any. */
export async function recordEvents(page: Page): Promise<() => Promise<WidgetEvent[]>> {
  await page.addInitScript(() => {
    const names = ['ready', 'open', 'close', 'message-sent', 'message-received', 'unread', 'session', 'error'];
    const heard: WidgetEvent[] = [];
    for (const name of names) {
      addEventListener(`portico:${name}`, (event) =>
        heard.push({ name, detail: (event as CustomEvent<Record<string, unknown>>).detail }),
      );
    }
    Object.assign(globalThis, { heardEvents: heard });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heardEvents: WidgetEvent[] }).heardEvents);
}

export type WidgetEvent = { name: string; detail: Record<string, unknown> };

/** Calls `Portico(…)` of the page. */
export async function callPortico(page: Page, verb: string, ...args: unknown[]): Promise<void> {
  await page.evaluate(
    ([verb, args]) => {
      (globalThis as unknown as { Portico: (verb: string, ...args: unknown[]) => unknown }).Portico(verb, ...args);
    },
    [verb, args] as const,
  );
}

/** The placeholder of the composer in every language of the widget. */
export const placeholders = {
  en: 'Write a message…',
  de: 'Nachricht schreiben …',
  es: 'Escriba un mensaje…',
  fr: 'Écrivez un message…',
  pt: 'Escreva uma mensagem…',
  ar: 'اكتب رسالة…',
  he: 'כתיבת הודעה…',
  zh: '输入消息…',
  ja: 'メッセージを入力…',
};
