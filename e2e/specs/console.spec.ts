import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { ownerPassword, sidewaysOf, signInWithKey, watchFocus } from '../support/console.ts';
import { looks } from '../support/looks.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, moving, test } from '../support/test.ts';
import { ask, openChat, repliesOf } from '../support/widget.ts';

test.use(moving);

// The checklist needs a workspace that nobody has used yet.
test.describe('on a separate server', () => {
  let portico: RunningServer;
  test.beforeAll(async () => {
    portico = await startServer();
  });
  test.afterAll(async () => portico.stop());

  test('an owner goes from the setup link to an agent that answers on the site', async ({ page, hostPages }) => {
    const printed = await portico.command('console', 'link');
    await page.goto(/http\S+#setup=\S+/.exec(printed)?.[0] ?? '');
    await page.getByLabel('Your name').fill('Mara Lindqvist');
    await page.getByLabel('E-mail').fill('mara@harbor.example');
    await page.getByLabel('Password').fill(ownerPassword);
    // A double click creates one account, although the link works once.
    await page.getByRole('button', { name: 'Create account' }).dblclick();
    await expect(page.getByRole('heading', { name: 'Welcome, Mara' })).toBeVisible();
    await expect(page.getByText('0 of 4 done')).toBeVisible();
    // Before signing in the response is a 401, which the browser reports.
    const faults = watchFaults(page);

    await page.getByRole('link', { name: 'New agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Harbor guide');
    await dialog.getByLabel('Instructions').fill('You help the guests of the harbor office.');
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await expect(page.getByRole('heading', { name: 'Harbor guide', level: 1 })).toBeVisible();
    // Going back shows the list, not the dialog that created the agent.
    await page.goBack();
    await expect(page.getByRole('row').filter({ hasText: 'Harbor guide' })).toBeVisible();
    await expect(dialog).toBeHidden();

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Add knowledge' }).click();
    await dialog.getByLabel('Name').fill('Harbor rules');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Harbor rules', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Write text' }).click();
    await dialog.getByLabel('Title').fill('Opening hours');
    await dialog
      .getByLabel('Text')
      .fill('# Opening hours\n\nThe harbor office is open from seven in the morning until nine in the evening.');
    // A click beside the dialog doesn't lose the text.
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Add text' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'berths.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Berths\n\nA berth of twelve metres costs thirty-two euros for each night.'),
    });
    await expect(page.getByRole('row').filter({ hasText: 'Ready' })).toHaveCount(2);
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Question' }).fill('When is the harbor office open?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByText('until nine in the evening')).toBeVisible();

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'New chat' }).click();
    await dialog.getByLabel('Name').fill('Harbor chat');
    await dialog.getByLabel('Agent').selectOption('Harbor guide');
    await dialog.getByRole('button', { name: 'Create chat' }).click();
    await expect(page.getByRole('heading', { name: 'Harbor chat', level: 1 })).toBeVisible();

    // The real widget shows the draft before it is saved.
    await page.getByRole('link', { name: 'Words' }).click();
    const expectFocusKept = await watchFocus(page);
    await page.getByLabel('Title', { exact: true }).fill('Ask the harbor');
    const preview = page.frameLocator('iframe[title="Preview"]');
    // The page itself has the saved title, which is the same later.
    const title = preview.getByRole('heading', { name: 'Ask the harbor', level: 2 });
    await expect(title).toBeVisible();
    // The chat in the preview opens by itself, and doesn't take the focus from the field.
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await expectFocusKept();
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ask the harbor');
    const renewed = page.waitForResponse((response) => response.url().endsWith('/preview') && response.ok());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await renewed;
    await expect(title).toBeVisible();

    await page.getByRole('link', { name: 'Go live' }).click();
    const snippet = await page.locator('.snippet pre').textContent();
    expect(faults).toEqual([]);

    const site = await page.context().newPage();
    await site.goto(
      hostPages.add('harbor.html', `<!doctype html><html lang="en"><body><h1>Harbor</h1>${snippet}</body></html>`),
    );
    await openChat(site);
    await expect(site.getByText('Ask the harbor').first()).toBeVisible();
    await ask(site, 'When is the harbor office open?');
    await expect(repliesOf(site).last()).toContainText('until nine in the evening');
    await site.close();

    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText(/We saw your chat on 127\.0\.0\.1/)).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Portico' })).toBeVisible();
  });
});

const screens = {
  agents: [
    '/console',
    '/console/agents',
    '/console/agents/{agent}',
    '/console/agents/{agent}/tools',
    '/console/agents/{agent}/versions',
    '/console/knowledge',
    '/console/knowledge/{base}',
    '/console/knowledge/{base}/ask',
    '/console/knowledge/{base}/settings',
  ],
  'chats and forms': [
    '/console/chat',
    '/console/chat/{chat}',
    '/console/chat/{chat}/words',
    '/console/chat/{chat}/behaviour',
    '/console/chat/{chat}/people',
    '/console/chat/{chat}/access',
    '/console/chat/{chat}/install',
    '/console/forms',
    '/console/forms/{form}',
    '/console/forms/{form}/target',
    '/console/forms/{form}/settings',
    '/console/forms/{form}/install',
    '/console/forms/{form}/submissions',
  ],
  settings: [
    '/console/settings',
    '/console/settings/workspace',
    '/console/settings/members',
    '/console/settings/saved-replies',
    '/console/settings/keys',
    '/console/settings/connections',
    '/console/settings/webhooks',
    '/console/settings/triggers',
    '/console/settings/models',
    '/console/settings/visitors',
    '/console/settings/audit-log',
  ],
} as const;

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    for (const [group, paths] of Object.entries(screens)) {
      test(`axe finds nothing, the policy reports nothing, and nothing scrolls sideways: ${group}, ${look.name}`, async ({
        page,
        portico,
      }) => {
        test.setTimeout(240_000);
        const faults = watchFaults(page);
        await signInWithKey(page, portico);
        const idOf = async (path: string) => {
          const [first] = await callApi<{ id: string }[]>(portico, 'GET', path);
          return first?.id ?? '';
        };
        const ids: Record<string, string> = {
          agent: await idOf('/agents'),
          base: await idOf('/knowledge-bases'),
          chat: await idOf('/chat-interfaces'),
          form: await idOf('/form-interfaces'),
        };
        for (const path of paths) {
          await page.goto(portico.url + path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ''));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('.skeleton')).toHaveCount(0);
          expect(await findFaults(page), path).toEqual([]);
          expect(await sidewaysOf(page), path).toBeLessThanOrEqual(0);
        }
        expect(faults).toEqual([]);
      });
    }
  });
}

test('the search, the shortcuts and dialogs work by keyboard, and axe finds nothing', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Demo chat');
  await expect(page.getByRole('option', { name: 'Demo chat' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Demo chat', level: 1 })).toBeVisible();
  // Keys belong to the dialog while it is open.
  await expect(page.getByRole('dialog')).toBeHidden();

  // The two keys count within a second or so, which a busy browser could spend between them.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('a')]);
  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'New agent' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'New agent' }).getByLabel('Name')).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New agent' })).toBeFocused();

  // The focus returns to what opened the search, and to the menu's button after a dialog that one of its items opened.
  await page.getByRole('button', { name: /^Search/ }).press('Enter');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Search/ })).toBeFocused();
  await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur());
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete agent' }).press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  expect(faults).toEqual([]);
});

test('the session and the screen are requested before the page’s own scripts have loaded', async ({
  page,
  portico,
}) => {
  await signInWithKey(page, portico);
  const asked = new Set<string>();
  const neededFirst = [/\/api\/v1\/me$/, /\/home-screen-[\w-]+\.js$/, /\/home-screen-[\w-]+\.css$/];
  let release: (() => void) | undefined;
  const allAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  page.on('request', (request) => {
    asked.add(request.url());
    if (neededFirst.every((each) => [...asked].some((url) => each.test(url)))) release?.();
  });
  // If one of them waited for the scripts, neither request would ever be sent.
  await page.route(/\/assets\/console\/index-[\w-]+\.js$/, async (route) => {
    await allAsked;
    await route.continue();
  });
  await page.goto(`${portico.url}/console`);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  expect([...asked].filter((url) => url.endsWith('/api/v1/me'))).toHaveLength(1);
});

test('the search finds names, not the letters of ids', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('option', { name: 'Portico guide', exact: true })).toBeVisible();
  // Each letter occurs in the ids of agents, which begin with “agt_”.
  await page.keyboard.type('agt');
  await expect(page.getByText('Nothing found.')).toBeVisible();
});

test('the console is served with a strict policy and can’t be framed', async ({ request, portico }) => {
  for (const path of ['/console', '/console/agents/agt_1/tools']) {
    const answer = await request.get(portico.url + path);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(answer.status(), path).toBe(200);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-');
    expect(await answer.text()).not.toContain('{{nonce}}');
  }
});
