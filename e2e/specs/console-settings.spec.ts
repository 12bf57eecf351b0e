import { readFile } from 'node:fs/promises';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { addFingerprintReader, openVisit, ownerPassword, signInWithKey, watchFocus } from '../support/console.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('an agent’s versions show their changes, and an earlier one is restored', async ({ page, portico }) => {
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', {
    name: 'Harbour versions',
    model: 'portico-extractive',
    system_prompt: 'You help.\nBe short.',
  });
  await callApi(portico, 'PATCH', `/agents/${agent.id}`, { system_prompt: 'You help.\nBe brief.\nBe kind.' });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents/${agent.id}/versions`);
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('Current');
  await expect(versions.first().getByText('What this version changed: Instructions')).toBeVisible();
  await expect(versions.first().locator('.diff-removed')).toContainText('Be short.');
  await expect(versions.first().locator('.diff-added').first()).toContainText('Be brief.');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /Restore.*Version 1/ }).click();
  await expect(versions).toHaveCount(3);
  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue('You help.\nBe short.');

  // Going back from the list after deleting doesn't open the deleted agent.
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.goto(`${portico.url}/console/agents/${agent.id}`);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Knowledge', level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});

test('handover, pre-chat fields, rules and texts in a language are set beside the real widget', async ({
  page,
  portico,
  newChat,
}) => {
  const chat = await newChat();
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/chat/${chat.id}/people`);
  await page.getByRole('switch', { name: 'Visitors can ask for a person' }).check();
  await page.getByLabel('Message if nobody comes').fill('We are at sea until Monday.');
  await page.getByRole('switch', { name: 'Ask visitors first' }).check();
  await page.getByRole('button', { name: 'Add question' }).click();
  const expectFocusKept = await watchFocus(page);
  await page.getByLabel('Label').fill('Name of your boat');
  // The real widget asks for it before the conversation starts.
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByLabel(/Name of your boat/)).toBeVisible();
  await expectFocusKept();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await page.getByRole('link', { name: 'Words' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  // A rule without a message can't be shown yet: the preview says so, and the browser reports its response.
  await expect(page.getByText('Shown as soon as the draft is complete.')).toBeVisible();
  await expect.poll(() => faults).toEqual([expect.stringContaining('400')]);
  faults.length = 0;
  await page.getByRole('group', { name: 'Rule 1' }).getByLabel('Message').fill('Looking for a berth?');
  await page.getByRole('group', { name: 'Rule 1' }).getByLabel('On pages').fill('/prices');
  await page.getByLabel('Add a language').selectOption('German');
  await page.locator('summary', { hasText: 'German' }).click();
  await page.locator('.language-texts').getByLabel('Title', { exact: true }).fill('Frag den Hafen');
  await page.getByRole('toolbar', { name: 'Preview' }).getByRole('combobox').selectOption('German');
  await expect(preview.getByText('Frag den Hafen').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  expect(await callApi(portico, 'GET', `/chat-interfaces/${chat.id}`)).toMatchObject({
    handover: { enabled: true, away_message: 'We are at sea until Monday.' },
    pre_chat: { enabled: true, fields: [{ label: 'Name of your boat' }] },
    proactive: [{ message: 'Looking for a berth?', url_pattern: '/prices', after_seconds: 10 }],
    texts: { de: { title: 'Frag den Hafen', subtitle: null } },
  });
  expect(faults).toEqual([]);
});

test('saved replies, business hours and triggers are created and changed', async ({ page, portico }) => {
  // Without declared inputs, they are edited as JSON.
  const workflow = await callApi<{ id: string }>(portico, 'POST', '/workflows', {
    name: 'Harbour',
    definition: { nodes: [] },
  });
  const trigger = await callApi<{ id: string }>(portico, 'POST', '/triggers', {
    name: 'Every Monday',
    workflow_id: workflow.id,
    type: 'schedule',
    schedule: { cron: '0 9 * * 1', timezone: 'UTC' },
    enabled: false,
  });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/saved-replies`);
  await page.getByRole('button', { name: 'New saved reply' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Opening hours');
  await dialog.getByLabel('Shortcut').fill('hours');
  await dialog.getByLabel('Text').fill('From **seven** until nine.');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Opening hours' }).click();
  await expect(dialog.getByLabel('Text')).toHaveValue('From **seven** until nine.');
  await dialog.getByLabel('Shortcut').fill('times');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: '/times' })).toBeVisible();

  await page.goto(`${portico.url}/console/settings/workspace`);
  await page.getByRole('switch', { name: 'Always open' }).uncheck();
  await page.getByLabel('Monday: from').fill('08:30');
  await page.getByRole('button', { name: 'Remove Friday 09:00–17:00' }).click();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const { business_hours: hours } = await callApi<{ business_hours: { intervals: unknown[] } }>(
    portico,
    'GET',
    '/workspace',
  );
  expect(hours.intervals).toHaveLength(4);
  expect(hours.intervals[0]).toEqual({ day: 1, from: '08:30', to: '17:00' });
  await callApi(portico, 'PATCH', '/workspace', { business_hours: null });

  await page.goto(`${portico.url}/console/settings/triggers`);
  await page.getByRole('button', { name: 'Edit “Every Monday”' }).click();
  await dialog.getByLabel('Schedule (cron)').fill('0 7 * * 2');
  await dialog.getByLabel('Inputs').fill('{"berth": 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This is not valid JSON.')).toBeVisible();
  await dialog.getByLabel('Inputs').fill('{"berth": 12}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await callApi(portico, 'GET', `/triggers/${trigger.id}`)).toMatchObject({
    schedule: { cron: '0 7 * * 2' },
    inputs: { berth: 12 },
  });
  expect(faults).toEqual([]);
});

test('MCP clients see what was chosen on the page that has their address', async ({ page, portico }) => {
  const name = `Tide table ${process.pid}`;
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', { name, model: 'portico-extractive' });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/connections`);
  await expect(page.getByText(`${portico.url}/openai/v1`)).toBeVisible();
  const agents = page.getByRole('group', { name: 'Agents' });
  await agents.getByText('Only chosen').click();
  // A short list has no search.
  const search = agents.getByRole('searchbox');
  const choice = agents.getByRole('checkbox', { name, exact: true });
  await expect(choice).toBeVisible();
  if (await search.isVisible()) await search.fill(name);
  await choice.check();
  await page.getByRole('group', { name: 'Workflows' }).getByText('None').click();
  await page.getByRole('group', { name: 'Knowledge bases' }).getByText('None').click();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  const answer = await page.request.post(await page.getByText(/\/mcp$/).innerText(), {
    headers: { 'X-API-Key': portico.apiKey, Accept: 'application/json, text/event-stream' },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const tools = [...(await answer.text()).matchAll(/"name":"(\w+)"/g)].map(([, tool]) => tool);
  expect(tools).toEqual([`ask_${name.toLowerCase().replaceAll(' ', '_')}`]);
  await page.reload();
  await expect(choice).toBeChecked();
  await callApi(portico, 'PATCH', '/workspace', { mcp: null });
  await callApi(portico, 'DELETE', `/agents/${agent.id}`);
  expect(faults).toEqual([]);
});

test('a member adds a passkey and signs in with it', async ({ page, portico }) => {
  await addFingerprintReader(page);
  const printed = await portico.command('console', 'link');
  await page.goto(/http\S+#setup=\S+/.exec(printed)?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(`ada-${process.pid}@harbor.example`);
  await page.getByLabel('Password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  const faults = watchFaults(page);

  await page.goto(`${portico.url}/console/settings`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Chrome on Linux').first()).toBeVisible();
  await expect(page.getByText('You have no passkey yet.')).toBeHidden();
  expect(await findFaults(page)).toEqual([]);
  expect(faults).toEqual([]);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Portico' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // The address is that of the member's last screen.
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});

test('a visitor’s data is downloaded and erased, from their conversation', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  model.answer({ text: 'At seven.' });
  const visit = await openVisit(portico, chat.slug);
  const email = `kim-${chat.slug}@harbor.example`;
  await visit.say('When?');
  await visit.post('/email', { email });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations/${visit.conversation}`);
  await page.getByRole('link', { name: 'Download or erase this visitor’s data' }).click();
  await expect(page.getByLabel('Visitor id')).toHaveValue(/./);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download archive' }).click();
  const archive = await readFile(await (await downloading).path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByText(/^Saved as dsr_\w+\.zip/)).toBeVisible();

  await page.getByLabel('Find by').selectOption('E-mail address');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Erase everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type “${email}” to confirm`).fill(email);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Erase everything' }).click();
  await expect(page.getByText(`Everything about ${email} is erased.`)).toBeVisible();
  await expect(page.locator('.facts div', { hasText: 'Conversations' })).toHaveText('Conversations1');
  expect(await findFaults(page)).toEqual([]);
  const found = page.getByRole('table', { name: 'Identifiers that were found' });
  await expect(found.getByRole('row', { name: email })).toContainText('Erased');
  await found.getByRole('button', { name: /^Erase/ }).click();
  await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: /^dsr_/ }).click();
  await expect(
    page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: /Visitor: erased/ }),
  ).toBeVisible();
  expect(faults).toEqual([]);
});
