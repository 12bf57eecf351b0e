import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('a page that is opened from a list, and the list after it, get the focus at their heading', async ({
  page,
  portico,
}) => {
  await signInWithKey(page, portico);
  const { id } = await callApi<{ id: string }>(portico, 'POST', '/agents', { name: 'Keyboard guide' });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`${portico.url}/console/agents`);
  const row = page.getByRole('link', { name: 'Keyboard guide' });
  await expect(row).toBeVisible();
  // The page that is loaded first is read from its beginning.
  await expect(page.locator('body')).toBeFocused();
  await row.press('Enter');
  await expect(heading.filter({ hasText: 'Keyboard guide' })).toBeFocused();
  await page.getByRole('link', { name: 'Versions' }).press('Enter');
  await expect(page).toHaveURL(`${portico.url}/console/agents/${id}/versions`);
  await expect(page.getByRole('link', { name: 'Versions' })).toBeFocused();
  await page.locator('.page-back').press('Enter');
  await expect(heading.filter({ hasText: 'Agents' })).toBeFocused();
  // From there, a key goes to the first row, as if nothing had the focus.
  await page.keyboard.press('j');
  await expect(page.locator('.row-link').first()).toBeFocused();

  // The search, opened while nothing has the focus, leads to a heading only if it leads to another page.
  await page.goto(`${portico.url}/console/knowledge`);
  await expect(heading).toBeVisible();
  const search = page.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await search.press('Escape');
  await expect(page.locator('body')).toBeFocused();
  await page.keyboard.press('Control+k');
  await search.fill('Keyboard guide');
  await expect(page.getByRole('option', { name: 'Keyboard guide' })).toBeVisible();
  await search.press('Enter');
  await expect(heading.filter({ hasText: 'Keyboard guide' })).toBeFocused();
});

test('a page begins at its top, and going back keeps the place in the list', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    ids.push((await callApi<{ id: string }>(portico, 'POST', '/agents', { name: `Pilot ${count}` })).id);
  }
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto(`${portico.url}/console/agents`);
  const row = page.getByRole('link', { name: 'Pilot 1', exact: true });
  const y = async () => page.evaluate(() => Math.round(scrollY));
  const heading = page.getByRole('heading', { level: 1 });
  // At the second time, the agent is known, and its page is as high as the list at once.
  for (let time = 0; time < 2; time += 1) {
    await row.scrollIntoViewIfNeeded();
    await expect.poll(y).toBeGreaterThan(150);
    const before = await y();
    await row.click();
    await expect(heading).toHaveText('Pilot 1');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
    expect(await y()).toBe(0);
    await page.mouse.wheel(0, 180);
    await expect.poll(y).toBe(180);
    await page.goBack();
    await expect(heading).toBeFocused();
    await expect(heading).toHaveText('Agents');
    await expect.poll(y).toBe(before);
    await page.goForward();
    await expect(heading).toHaveText('Pilot 1');
    await expect.poll(y).toBe(180);
    await page.goBack();
  }
  for (const id of ids) await callApi(portico, 'DELETE', `/agents/${id}`);
});

test('a conversation that is opened without the pointer gets the focus at its heading', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  model.answer({ text: 'Thirty euros.' }, { text: 'At seven.' });
  const chat = await newChat();
  for (const question of ['What is a berth?', 'When do you open?']) {
    const visit = await openVisit(portico, chat.slug);
    await visit.say(question);
  }
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents`);
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
  for (const key of ['g', 'c']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeFocused();
  await expect(page.getByText('At seven.').first()).toBeVisible();
  const [first = '', second = ''] = await page.locator('.inbox-row-name').allTextContents();
  const opened = page.locator('.talk-title h2');
  // The first key leaves the heading of the list, the last one a link of it.
  for (const [key, name] of [
    ['j', first],
    ['j', second],
    ['k', first],
    ['j', second],
  ] as const) {
    await page.keyboard.press(key);
    await expect(opened).toHaveText(name);
    await expect(opened).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${name} · Conversations · Portico$`));
    if (key === 'k') await page.locator('.inbox-row').first().focus();
  }
  await page.locator('.side-link', { hasText: 'Agents' }).click();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Agents · Portico$/);
});

test('going back closes the dialog that creates an agent, and never opens it again', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const list = `${portico.url}/console/agents`;
  await page.goto(`${portico.url}/console/forms`);
  await page.getByRole('link', { name: 'Agents' }).click();
  const dialog = page.getByRole('dialog');
  const open = page.getByRole('button', { name: 'New agent' });
  await open.click();
  await dialog.getByLabel('Name').fill('Tide clerk');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await expect(open).toBeFocused();

  await open.click();
  await page.reload();
  await expect(dialog.getByLabel('Name')).toHaveValue('Tide clerk');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(list);

  await open.click();
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Tide clerk');
  await page.goBack();
  await expect(heading).toHaveText('Agents');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(heading).toHaveText('Forms');
});

test('a printed list has the dates beside the relative times', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents`);
  const time = page.locator('.data-table time').first();
  const shown = async () => time.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(await shown()).toBe('none');
  await page.emulateMedia({ media: 'print' });
  expect(await shown()).toContain(String(new Date().getFullYear()));
});

test('an open panel is printed whole, and without the list below it', async ({ page, portico }) => {
  const { id: base } = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'To print' });
  const text = Array.from({ length: 300 }, (_, at) => `The boat number ${at} is at its berth.`).join('\n\n');
  const { id } = await callApi<{ id: string }>(portico, 'POST', `/knowledge-bases/${base}/documents`, {
    name: 'Berths',
    text,
  });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/knowledge/${base}/documents/${id}`);
  const panel = page.getByRole('dialog', { name: 'Berths' });
  const end = panel.getByText('The boat number 299 is at its berth.');
  await expect(end).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main')).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Close' })).toBeHidden();
  // Nothing is left in a part that scrolls, and the page itself is as high as the panel: paper can't scroll.
  const heights = await panel.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    document.documentElement.scrollHeight - element.scrollHeight,
  ]);
  expect(heights).toEqual([0, 0]);
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'visible');
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
});
