import { type Page, test as base } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { ownerPassword, sidewaysOf, signInWithKey, signUpOwner } from '../support/console.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth-app.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test as withServer } from '../support/test.ts';

const name = 'Tide & <b>Table</b>';
const test = withServer.extend<{ app: OAuthApp; email: string }>({
  app: async ({ portico }, use) => {
    const app = await startOAuthApp(portico, name);
    await use(app);
    await app.stop();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern.
  email: async ({}, use) => use(`mara-${base.info().testId}@harbor.example`),
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The query of the app's redirect address. */
async function comeBack(page: Page): Promise<URLSearchParams> {
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible();
  return new URL(page.url()).searchParams;
}

type Entry = { actor: { name: string }; resource: { name: string }; ip: string | null };

test('a person signs in, allows an app, sees it, and removes it', async ({ page, portico, app, email }) => {
  await signUpOwner(page, portico, email);
  await page.context().clearCookies();
  await page.goto(app.authorizeUrl());
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Allow ${name}?`);
  const faults = watchFaults(page);
  await expect(page.getByRole('listitem')).toHaveText([
    'ask your agents',
    'run your workflows',
    'search and read your knowledge bases',
  ]);
  await expect(page.getByText(email)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  const back = await comeBack(page);
  expect(back.get('state')).toBe('the state');
  const { status, body } = await app.exchange(back.get('code') ?? '');
  expect(status).toBe(200);
  const token = body.access_token ?? '';
  expect(await app.listTools(token)).toBe(200);

  await page.goto(`${portico.url}/oauth/grants`);
  await expect(page.getByRole('heading', { name: 'Connected apps' })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No app uses Portico for you.')).toBeVisible();
  expect(await app.listTools(token)).toBe(401);
  for (const action of ['oauth_grant.created', 'oauth_grant.deleted']) {
    const [entry] = await callApi<Entry[]>(portico, 'GET', `/audit-log?action=${action}`);
    expect(entry, action).toMatchObject({ actor: { name: 'Mara Lindqvist' }, resource: { name } });
  }
  expect(faults).toEqual([]);
});

test('a person who denies returns to the app, which gets nothing', async ({ page, portico, app, email }) => {
  await signUpOwner(page, portico, email);
  await page.goto(app.authorizeUrl({ scope: 'knowledge-bases:query' }));
  await expect(page.getByRole('listitem')).toHaveText(['search and read your knowledge bases']);
  await page.getByRole('button', { name: 'Deny' }).click();
  const back = await comeBack(page);
  expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null]);
  await page.goto(`${portico.url}/oauth/grants`);
  await expect(page.getByText('No app uses Portico for you.')).toBeVisible();
});

test('if the session ends meanwhile, the person signs in and returns to the question', async ({
  page,
  portico,
  app,
  email,
}) => {
  await signUpOwner(page, portico, email);
  await page.goto(app.authorizeUrl());
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('You are not signed in any more.')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email);
  await page.getByRole('button', { name: 'Allow' }).click();
  const { status } = await app.exchange((await comeBack(page)).get('code') ?? '');
  expect(status).toBe(200);
});

test('the list of apps is shown after the sign-in, too', async ({ page, portico, email }) => {
  await signUpOwner(page, portico, email);
  await page.context().clearCookies();
  await page.goto(`${portico.url}/oauth/grants`);
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Connected apps' })).toBeVisible();
});

test('an unknown app, a foreign address and a key get an explanation', async ({ page, portico, app }) => {
  await page.goto(app.authorizeUrl({ client_id: 'mcp_nobody' }));
  await expect(page.getByRole('heading', { name: 'This can’t be allowed' })).toBeVisible();
  await expect(page.getByText('This app is not registered here')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.goto(app.authorizeUrl({ redirect_uri: 'https://evil.example.com/' }));
  await expect(page.getByText('an address that it has not registered')).toBeVisible();
  await signInWithKey(page, portico);
  await page.goto(app.authorizeUrl());
  await expect(page.getByText('Only a person can allow an app')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

const languages = ['en', 'de', 'es', 'fr', 'pt', 'ar', 'he', 'zh', 'ja'];

test('the question is shown in nine languages, in dark mode and on a phone', async ({
  browser,
  page,
  portico,
  app,
  email,
}) => {
  await signUpOwner(page, portico, email);
  const storageState = await page.context().storageState();
  const titles = new Set<string>();
  for (const language of languages) {
    const context = await browser.newContext({
      storageState,
      locale: language,
      colorScheme: 'dark',
      viewport: { width: 360, height: 740 },
    });
    const phone = await context.newPage();
    await phone.goto(app.authorizeUrl());
    await expect(phone.locator('html')).toHaveAttribute('lang', language);
    await expect(phone.locator('html')).toHaveAttribute('dir', ['ar', 'he'].includes(language) ? 'rtl' : 'ltr');
    titles.add((await phone.getByRole('heading', { level: 1 }).textContent()) ?? '');
    await expect(phone.getByRole('button')).toHaveCount(2);
    expect(await sidewaysOf(phone), language).toBe(0);
    if (language === 'ar' || language === 'de') expect(await findFaults(phone), language).toEqual([]);
    await context.close();
  }
  expect(titles.size).toBe(languages.length);
});
