import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi, type TestChat } from '../support/chat-interfaces.ts';
import { openVisit, sidewaysOf, signInWithKey } from '../support/console.ts';
import { findDemoAgent } from '../support/demo.ts';
import type { RunningServer } from '../support/server.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { findMissed } from '../support/touch-targets.ts';

test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

/** A screen by its address below /console, what is there when it has loaded, and what opens more of it. */
type Visited = readonly [path: string, content: string, opener?: string];

test('every target of the console is at least 44 pixels for a finger', async ({ page, portico, newChat, model }) => {
  model.answer({ text: 'A berth costs **thirty** euros.' });
  const chat = await newChat({ handover: { enabled: true }, behaviour: { suggested_prompts: ['One?'] }, proactive });
  const { screens, empty } = await fillWorkspace(portico, chat);
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console`);

  // The same button may be missed on many screens: each is listed once, with the first of them.
  const missed = new Map<string, string>();
  const look = async (place: string): Promise<void> => {
    for (const target of await findMissed(page)) if (!missed.has(target)) missed.set(target, place);
  };
  for (const [path, content, opener] of screens) {
    await openScreen(page, path);
    await expect(page.locator(content).first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await unfold(page);
    await look(path === '' ? 'home' : path);
    expect(await sidewaysOf(page), path).toBeLessThanOrEqual(0);
    // Elsewhere, axe reads screens that may be empty.
    expect(await findFaults(page, ['heading-order']), path).toEqual([]);
    if (opener === undefined) continue;
    await page.locator(opener).first().tap();
    await expect(page.locator(opened).first()).toBeVisible();
    await unfold(page);
    await look(`${path}, opened by ${opener}`);
    await close(page);
  }

  expect([...missed].map(([target, place]) => `${place}: ${target}`)).toEqual([]);
  expect(faults).toEqual([]);
  // What is drawn keeps its size.
  await openScreen(page, 'agents');
  await expect(page.locator('.page-actions .button').first()).toHaveCSS('height', '36px');
  await empty();
});

/** What the openers of the screens open: a dialog, a menu, what is known about a visitor, or the canvas. */
const opened = '[role=dialog], [role=menu], .visitor, .canvas-tools';

/** A menu that has just been drawn may not hear the key yet. */
async function close(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  // The page can be touched again one frame later.
  await expect(page.locator('body')).not.toHaveCSS('pointer-events', 'none');
}

/** Another screen without loading the page again. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), `/console/${path}`);
}

/** Opens what is folded in. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
    for (const head of document.querySelectorAll<HTMLElement>('.node-head[aria-expanded=false]')) head.click();
  });
}

const proactive = [{ message: 'May I help?', url_pattern: '/prices', after_seconds: 10 }];

/** A little of everything, the screens that show it, and what deletes it again. */
async function fillWorkspace(portico: RunningServer, chat: TestChat) {
  const made: string[] = [];
  const create = async (path: string, body: object): Promise<string> => {
    const { id } = await callApi<{ id: string }>(portico, 'POST', path, body);
    made.unshift(`${path}/${id}`);
    return id;
  };
  const visit = await openVisit(portico, chat.slug);
  await visit.say('What does a berth cost?');
  await visit.post('/handover', { reason: 'I would like to pay by invoice' });
  await callApi(portico, 'PATCH', `/conversations/${visit.conversation}`, { tags: ['invoice', 'berth'] });
  await callApi(portico, 'PATCH', `/agents/${chat.agentId}`, { tools: [tool] });

  // Those of other tests may be deleted at any time.
  const demoAgent = await findDemoAgent(portico);
  const {
    knowledge_base_ids: [base],
  } = await callApi<{ knowledge_base_ids: string[] }>(portico, 'GET', `/agents/${demoAgent}`);
  const [form] = await callApi<{ id: string }[]>(portico, 'GET', '/form-interfaces?search=demo-form');
  const workflow = await create('/workflows', { name: 'Berth requests', input_schema: inputs, definition });
  const started = { inputs: { boat: 'Grey Heron' } };
  const { execution_id: execution } = await callApi<{ execution_id: string }>(
    portico,
    'POST',
    `/workflows/${workflow}/execute`,
    started,
  );
  const persona = await create('/api/personas', { ...planner, agentId: demoAgent });
  const plan = { taskTitle: 'Plan of the summer' };
  const { id: task } = await callApi<{ id: string }>(portico, 'POST', `/api/personas/${persona}/instances`, plan);

  await create('/saved-replies', { name: 'Hours', shortcut: `hours${Date.now()}`, content: 'From seven until nine.' });
  await create('/api-keys', { name: 'Website', scopes: ['agents:read'] });
  await create('/invitations', { email: `ada${Date.now()}@harbour.example`, role: 'editor' });
  const webhook = await create('/webhooks', {
    name: 'Order desk',
    url: 'http://127.0.0.1:9/orders',
    event_types: ['execution.completed'],
  });
  await callApi(portico, 'POST', `/webhooks/${webhook}/test`, {});
  await create('/triggers', {
    name: 'On Mondays',
    workflow_id: workflow,
    type: 'schedule',
    schedule: { cron: '0 9 * * 1', timezone: 'UTC' },
    enabled: false,
  });

  const screens: Visited[] = [
    ['', '.figure-link', '.account'],
    ['conversations', '.inbox-row', '.side-search'],
    [`conversations/${visit.conversation}`, '.composer', '.talk-icons > :last-child'],
    ['improve', 'main .tab'],
    ['improve/figures', '.chart'],
    ['improve/usage', '.chart'],
    ['agents', '.row-link', '.page-actions .button-primary'],
    [`agents/${chat.agentId}`, '.trial'],
    [`agents/${chat.agentId}/tools`, '.tool-row', '.tool-row button'],
    [`agents/${chat.agentId}/versions`, '.version'],
    ['knowledge', '.row-link'],
    [`knowledge/${base}`, '.pager'],
    [`knowledge/${base}/sources`, 'main .state'],
    [`knowledge/${base}/ask`, '.asking, .ask'],
    ['chat', '.row-link'],
    [`chat/${chat.id}`, '.colour'],
    [`chat/${chat.id}/words`, '.list-row'],
    [`chat/${chat.id}/behaviour`, '.section'],
    [`chat/${chat.id}/people`, '.section'],
    [`chat/${chat.id}/access`, '.section'],
    [`chat/${chat.id}/install`, '.snippet'],
    ['forms', '.row-link'],
    [`forms/${form?.id}`, '.field-card'],
    [`forms/${form?.id}/target`, '.section'],
    [`forms/${form?.id}/settings`, '.section'],
    ['workflows', '.row-link'],
    [`workflows/${workflow}`, '.node-row', '.node-row'],
    [`workflows/${workflow}`, '.node-row', '.view-switch .button'],
    [`workflows/${workflow}/settings`, '.input-card'],
    ['executions', '.row-link'],
    [`executions/${execution}`, '.node-head'],
    ['personas', '.row-link'],
    ['personas/list', '.persona-list'],
    [`personas/tasks/${task}`, '.task-step'],
    [`personas/${persona}`, '.persona-steps'],
    [`personas/${persona}/settings`, '.step-row'],
    ['settings', 'main .banner'],
    ['settings/workspace', '.section'],
    ['settings/members', '.data-table', 'main .button-primary'],
    ['settings/keys', '.data-table', 'main .button-primary'],
    ['settings/connections', '.section, .card'],
    ['settings/webhooks', '.data-table'],
    [`settings/webhooks/${webhook}`, '.data-table'],
    ['settings/triggers', '.data-table', '.row-actions button'],
    ['settings/saved-replies', '.data-table'],
    ['settings/audit-log', '.data-table'],
  ];
  const empty = async (): Promise<void> => {
    await callApi(portico, 'POST', `/api/personas/instances/${task}/cancel`, {});
    for (const path of made) await callApi(portico, 'DELETE', path);
  };
  return { screens, empty };
}

const tool = {
  type: 'http',
  name: 'berth_status',
  description: 'Tells whether a berth is free.',
  parameters: { type: 'object', properties: { berth: { type: 'string' } } },
  request: { method: 'GET', url: 'http://127.0.0.1:9/berths' },
};

const inputs = { type: 'object', properties: { boat: { type: 'string', title: 'Boat' } }, required: ['boat'] };

const definition = {
  nodes: [
    {
      id: 'ask',
      type: 'approval',
      name: 'Ask the harbour master',
      config: { title: 'A berth for {{ inputs.boat }}?', expires_in_s: '{{ 3600 }}' },
    },
    { id: 'confirm', type: 'template', name: 'Confirm the berth', config: { text: 'Welcome, {{ inputs.boat }}!' } },
  ],
  edges: [{ from: 'ask', to: 'confirm', on: 'approved' }],
};

const planner = {
  name: 'Season planner',
  category: 'Operations',
  description: 'Plans the next season from last year’s notes.',
  autonomyLevel: 'approve_all',
  sopSteps: ['Collect the notes of last season', 'Write the plan'],
};

test('the error of a field is not covered by the bar that saves', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/workspace`);
  const field = page.locator('[name="retention.audit_days"]');
  await field.fill('0');
  const bar = page.locator('.save-bar');
  await expect(bar).toBeVisible();
  // Just above the bar, where the field is seen, and its error would not be.
  const edgeOf = async (part: typeof bar, edge: 'top' | 'bottom') =>
    part.evaluate((element, name) => element.getBoundingClientRect()[name], edge);
  const above = (await edgeOf(bar, 'top')) - (await edgeOf(field, 'bottom'));
  await page.evaluate((pixels) => scrollBy(0, -pixels), above - 4);
  await bar.getByRole('button', { name: 'Save' }).tap();
  await expect(bar.getByRole('alert')).toBeVisible();
  const error = page.locator('.field', { has: field }).locator('.fault');
  await expect(error).toBeVisible();
  await expect.poll(async () => (await edgeOf(bar, 'top')) - (await edgeOf(error, 'bottom'))).toBeGreaterThanOrEqual(0);
});
