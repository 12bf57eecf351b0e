import { expect, type Page } from '@playwright/test';
import { callApi } from './chat-interfaces.ts';
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

/** Returns the check that the window has not lost the focus since then, to a frame for instance. */
export async function watchFocus(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => addEventListener('blur', () => document.documentElement.setAttribute('data-blurred', '')));
  return async () => expect(page.locator('html')).not.toHaveAttribute('data-blurred');
}

export async function createWorkflow(portico: RunningServer, body: object): Promise<string> {
  return (await callApi<{ id: string }>(portico, 'POST', '/workflows', body)).id;
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

/** A session of a chat that a visitor has opened without a browser. */
export interface Visit {
  readonly token: string;
  /** The id of its conversation, which exists from the first message on. */
  readonly conversation: string;
  /** Sends a message, and waits for the reply. */
  readonly say: (content: string) => Promise<void>;
  /** Uploads a file and sends it with a message. */
  readonly sendFile: (file: File, content: string) => Promise<void>;
  /** Sends a request of the session, to `/handover` for instance. */
  readonly post: (path: string, body: object) => Promise<void>;
}

/** Opens a session of a chat; `body` is that of the request. */
export async function openVisit({ url }: RunningServer, slug: string, body: object = {}): Promise<Visit> {
  const sessions = `${url}/api/public/chat-interfaces/${slug}/sessions`;
  const send = async (address: string, sent: object, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(sent),
    });
    expect(response.status).toBeLessThan(300);
    return response;
  };
  const { data } = (await (await send(sessions, body)).json()) as { data: Record<'id' | 'token' | 'threadId', string> };
  const post = async (path: string, sent: object): Promise<void> => {
    const response = await send(`${sessions}/${data.id}${path}`, sent, { Authorization: `Bearer ${data.token}` });
    await response.text();
  };
  return {
    token: data.token,
    conversation: data.threadId.replace('thr_', 'cnv_'),
    say: async (content) => post('/messages', { content }),
    sendFile: async (file, content) => {
      const form = new FormData();
      form.set('file', file, file.name);
      const headers = { Authorization: `Bearer ${data.token}` };
      const response = await fetch(`${sessions}/${data.id}/upload`, { method: 'POST', headers, body: form });
      expect(response.status).toBeLessThan(300);
      const { data: uploaded } = (await response.json()) as { data: { fileId: string } };
      await post('/messages', { content, attachments: [uploaded.fileId] });
    },
    post,
  };
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

/** Lets this page add passkeys and sign in with them, as on a laptop with a fingerprint reader that always succeeds. */
export async function addFingerprintReader(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
