import { expect, type Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

export const ownerPassword = 'seagulls over the old quay';

/** Signs in to the console in this page's context, with the admin key. */
export async function signInWithKey(page: Page, { url, apiKey }: RunningServer): Promise<void> {
  const answer = await page.request.post(`${url}/api/v1/auth/sign-in-with-key`, {
    data: { api_key: apiKey },
    headers: { Origin: url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Collects errors that should never happen on a page: uncaught errors, browser errors, policy reports. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** Returns the check that the window has not lost the focus since then, to a frame for instance. */
export async function watchFocus(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => addEventListener('blur', () => document.documentElement.setAttribute('data-blurred', '')));
  return async () => expect(page.locator('html')).not.toHaveAttribute('data-blurred');
}

/** How many CSS pixels the page can be scrolled horizontally. */
export async function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Creates an account that owns the workspace, and signs it in in this page's context. */
export async function signUpOwner(page: Page, { url, command }: RunningServer, email: string): Promise<void> {
  const token = /#setup=(\S+)/.exec(await command('console', 'link'))?.[1];
  const answer = await page.request.post(`${url}/api/v1/auth/setup`, {
    data: { token, name: 'Mara Lindqvist', email, password: ownerPassword },
    headers: { Origin: url },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Calls the public API of a chat as a visitor. */
export async function callAsVisitor<Data>(
  { url }: RunningServer,
  slug: string,
  path: string,
  { token, body = {} }: { token?: string; body?: object } = {},
): Promise<Data> {
  const response = await fetch(`${url}/api/public/chat-interfaces/${slug}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: Data }).data;
}

/** Headless browsers reject notifications; what the page would show is recorded instead, as `title: body`. */
export async function recordNotices(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class FakeNotification extends EventTarget {
      static permission = 'granted';
      static requestPermission = async (): Promise<string> => Promise.resolve('granted');
      constructor(title: string, { body }: { body: string }) {
        super();
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(globalThis, { Notification: FakeNotification, shownNotices: shown });
  });
  return async () => page.evaluate(() => (globalThis as unknown as { shownNotices: string[] }).shownNotices);
}
