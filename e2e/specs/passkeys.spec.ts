import { addFingerprintReader } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

type Sent = { status: number; data: Record<string, unknown> };

test.describe('in a real browser', () => {
  test('a passkey is added and signs in, and the session only opens sockets for this page', async ({
    page,
    portico,
    context,
    hostPages,
  }) => {
    await addFingerprintReader(page);
    await page.goto(`${portico.url}/healthz`);
    const send = async (path: string, body: object = {}): Promise<Sent> =>
      page.evaluate(
        async ([address, text]) => {
          const headers = { 'Content-Type': 'application/json' };
          const response = await fetch(`/api/v1/auth/${address}`, { method: 'POST', headers, body: text });
          const { data } = (await response.json()) as { data: Record<string, unknown> };
          return { status: response.status, data };
        },
        [path, JSON.stringify(body)] as const,
      );
    const who = async (): Promise<{ status: number; email: string | undefined }> =>
      page.evaluate(async () => {
        const response = await fetch('/api/v1/me');
        const { data } = (await response.json()) as { data?: { user: { email: string } | null } };
        return { status: response.status, email: data?.user?.email };
      });

    const token = /#setup=(\S+)/.exec(await portico.command('console', 'link'))?.[1];
    const owner = { token, name: 'Ada Lovelace', email: 'ada@example.com' };
    expect((await send('setup', owner)).status).toBe(201);
    expect(await page.evaluate(() => document.cookie)).not.toContain('portico_session');
    const cookie = (await context.cookies()).find(({ name }) => name === 'portico_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

    const creation = (await send('passkeys/register-options')).data;
    const made = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return credential.toJSON();
    }, creation);
    expect((await send('passkeys/register', made)).data).toMatchObject({ name: 'Chrome on Linux' });

    expect((await send('sign-out')).status).toBe(200);
    expect((await who()).status).toBe(401);
    const request = (await send('passkeys/sign-in-options')).data;
    const assertion = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return credential.toJSON();
    }, request);
    expect((await send('passkeys/sign-in', assertion)).status).toBe(200);
    expect(await who()).toEqual({ status: 200, email: 'ada@example.com' });

    /**
     * Joins `/threads` with socket.io's own protocol, so that nothing has to be bundled; resolves with the response.
     */
    const join = async (server: string): Promise<string> =>
      page.evaluate(
        async (address) =>
          new Promise((resolve) => {
            const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
            socket.addEventListener('message', ({ data }) => {
              const text = String(data);
              if (text.startsWith('0')) socket.send('40/threads,{}');
              if (!text.startsWith('4')) return;
              resolve(text.slice(0, 11));
              socket.close();
            });
            socket.addEventListener('close', () => resolve('closed'));
          }),
        server,
      );
    expect(await join(portico.url)).toBe('40/threads,');

    // A page of another site in the visitor's browser gets no access.
    await page.goto(hostPages.add('forge.html', '<!doctype html><title>Forge</title>'));
    expect(await join(portico.url)).not.toBe('40/threads,');
    const forged = await page.evaluate(async (address) => {
      const form = { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"Forged"}' } as const;
      await fetch(`${address}/api/v1/agents`, form).catch(() => undefined);
      return fetch(`${address}/api/v1/me`, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      );
    }, portico.url);
    expect(forged).toBe('refused');
    const agents = await fetch(`${portico.url}/api/v1/agents`, { headers: { 'X-API-Key': portico.apiKey } });
    expect(await agents.text()).not.toContain('Forged');
  });
});
