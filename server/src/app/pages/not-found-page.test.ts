import { directionOf } from '@portico/shared-types/languages/choose-language';
import { languages } from '@portico/shared-types/languages/lists/languages';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = async (path: string, headers: Record<string, string> = browser) => fetch(server.url + path, { headers });

test.each([
  ['/nope', 'path'],
  ['/docs/nope', 'path'],
  ['/files/fil_nope?expires=1&signature=x', 'file'],
  ['/chat/nope', 'chat'],
  ['/chat/%00', 'chat'],
] as const)('a browser gets a page for an unknown address: %s', async (path, subject) => {
  const answer = await open(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await answer.text();
  expect(text).toContain(textsByLanguage.en.notFound[subject]);
  expect(text).not.toContain('{{');
});

test.each(['/forms/nope', '/forms/%00', '/forms/%00/s/sub_nope'])('an unknown form is a 404: %s', async (path) => {
  expect((await open(path)).status).toBe(404);
});

test('the page leads to the start page, except inside of another site', async () => {
  expect(await (await open('/nope')).text()).toContain(
    `<a class="primary" href="/">${textsByLanguage.en.notFound.home}</a>`,
  );
  expect(await (await open('/chat/nope')).text()).not.toContain('<a ');
});

test.each(languages)('the page speaks the browser’s language: %s', async (language) => {
  const text = await (
    await open('/nope', { ...browser, 'Accept-Language': `${language}-XX,${language};q=0.9` })
  ).text();
  expect(text).toContain(`lang="${language}" dir="${directionOf(language)}"`);
  expect(text).toContain(textsByLanguage[language].notFound.title);
  expect(text).toContain(textsByLanguage[language].notFound.home);
});

test('a program gets JSON, and so does a browser of the API', async () => {
  for (const [path, headers] of [
    ['/nope', { Accept: '*/*' }],
    ['/nope', { Accept: 'application/json' }],
    ['/files/fil_nope', { Accept: '*/*' }],
    ['/api/public/nope', browser],
  ] as const) {
    const answer = await open(path, headers);
    const body = (await answer.json()) as { error: { code: string } };
    expect([answer.status, body.error.code]).toEqual([404, 'resource_not_found']);
  }
});
