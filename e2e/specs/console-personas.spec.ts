import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { sidewaysOf, signInWithKey } from '../support/console.ts';
import type { RunningServer } from '../support/server.ts';
import { looks } from '../support/looks.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

const post = async <Data>(portico: RunningServer, path: string, body: object): Promise<Data> =>
  callApi<Data>(portico, 'POST', `/api/personas${path}`, body);

/** Creates a persona with two steps that the built-in model works on. */
async function makePersona(portico: RunningServer, fields: object): Promise<string> {
  const persona = {
    category: 'Research',
    description: 'Looks into a market and writes down what it finds.',
    sopSteps: ['Collect the notes', 'Write them up'],
    ...fields,
  };
  return (await post<{ id: string }>(portico, '', persona)).id;
}

const startTask = async (portico: RunningServer, personaId: string, body: object): Promise<string> =>
  (await post<{ id: string }>(portico, `/${personaId}/instances`, body)).id;

const step = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('listitem').filter({ hasText: title });

test('a member starts a task, decides what it asks, and downloads its file', async ({ page, portico }) => {
  await makePersona(portico, {
    name: 'Market scout',
    autonomyLevel: 'approve_all',
    inputFields: [
      { name: 'market', label: 'Which market?', type: 'textarea', required: true },
      { name: 'depth', label: 'Depth', type: 'select', required: true, options: ['Overview', 'In depth'] },
      { name: 'focus', label: 'Look at', type: 'multiselect', options: ['Prices', 'Customers'] },
    ],
    deliverables: [{ name: 'Notes', type: 'markdown', guaranteed: true }],
  });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/personas`);
  await page.getByRole('button', { name: 'Start task' }).first().click();
  await page.getByRole('searchbox', { name: 'Search personas' }).fill('market scout');
  await page.getByRole('link', { name: 'Market scout' }).click();
  // Going back leads to the tasks, and not to the first step.
  await expect(page.getByRole('dialog', { name: 'New task for Market scout' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${portico.url}/console/personas`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();

  // Missing inputs are named at their fields, and nothing that was typed is lost by a reload.
  const dialog = page.getByRole('dialog', { name: 'New task for Market scout' });
  await dialog.getByLabel('Title of the task').fill('Heat pumps');
  faults.length = 0;
  await dialog.getByRole('button', { name: 'Start task' }).click();
  await expect(dialog.getByText('This is required.')).toHaveCount(2);
  // The browser reports the rejected request.
  expect(faults.splice(0)).toEqual([expect.stringContaining('400')]);
  await dialog.getByLabel('Which market?').fill('Heat pumps in the Nordics.');
  expect(await findFaults(page)).toEqual([]);
  await page.reload();
  await expect(dialog.getByLabel('Which market?')).toHaveValue('Heat pumps in the Nordics.');
  await dialog.getByLabel('Depth').selectOption('In depth');
  await dialog.getByLabel('Customers').check();
  await dialog.getByRole('button', { name: 'Start task' }).click();

  // The task's page shows the question as soon as there is one, without a reload.
  await expect(page.getByRole('heading', { name: 'Heat pumps', level: 1 })).toBeVisible();
  const card = page.getByRole('article');
  await expect(card.getByRole('heading', { name: 'Step 1: Collect the notes' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Personas \d+ tasks? wait/ })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'Change before approving' }).click();
  await card.getByLabel('What the step is to do').fill('Collect the notes of May');
  await page.reload();
  await expect(card.getByLabel('What the step is to do')).toHaveValue('Collect the notes of May');
  await card.getByRole('button', { name: 'Approve the changed version' }).click();

  await expect(card.getByRole('heading', { name: 'Step 2: Write them up' })).toBeVisible();
  await expect(step(page, 'Collect the notes of May')).toContainText('Done');
  await card.getByLabel('Comment').fill('The first step was enough.');
  // By keyboard: just after the first decision, a click may have been meant for that one.
  await card.getByRole('button', { name: 'Reject' }).press('Enter');
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'State of the task' })).toBeFocused();
  await expect(step(page, 'Write them up')).toContainText('Skipped: rejected');
  const decisions = page.getByRole('region', { name: 'Decisions so far' });
  await expect(decisions.getByRole('listitem').first()).toContainText('The first step was enough.');
  await page.getByText('Result', { exact: true }).first().click();
  await expect(page.getByText('Heat pumps in the Nordics.').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'Notes' }).click();
  expect((await downloading).suggestedFilename()).toBe('notes.md');
  expect(faults).toEqual([]);
});

test('open tasks are found with one click; a paused one is resumed, another is stopped, a link is revoked', async ({
  page,
  portico,
  browser,
}) => {
  const persona = await makePersona(portico, { name: 'Note taker', autonomyLevel: 'full_auto' });
  const asking = await makePersona(portico, { name: 'Cautious note taker', autonomyLevel: 'approve_all' });
  await startTask(portico, persona, { taskTitle: 'Short of credits', maxCostCredits: 0.01 });
  await startTask(portico, asking, { taskTitle: 'To be stopped' });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/personas`);
  const tasks = page.getByRole('table', { name: 'Tasks' });
  await page.getByRole('link', { name: 'Paused at their limit' }).click();
  // Its row moves when the list is filtered.
  await expect(tasks.getByRole('link', { name: 'To be stopped' })).toBeHidden();
  await tasks.getByRole('link', { name: 'Short of credits' }).click();
  await expect(page.getByText('it has used its limit of 0.01 credits')).toBeVisible();
  await page.getByRole('button', { name: 'Raise the limit and resume' }).click();
  const dialog = page.getByRole('dialog');
  // The limit has to be above what was used.
  await dialog.getByLabel('Credits at most, in total').fill('0.001');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog.getByText(/must be above the [\d.]+ credits spent/i)).toBeVisible();
  await dialog.getByLabel('Credits at most, in total').fill('50');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText(/of 50 credits/)).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: 'Need a decision' }).click();
  await expect(page).toHaveURL(/status=awaiting_approval/);
  await expect(tasks.getByRole('link', { name: 'Short of credits' })).toBeHidden();
  await tasks.getByRole('link', { name: 'To be stopped' }).click();
  await expect(page.getByRole('article')).toBeVisible();

  // Somebody without an account has the page of the link open.
  const address = await page.getByRole('link', { name: 'Open its page' }).getAttribute('href');
  const guest = await browser.newPage();
  await guest.goto(address ?? '');
  await expect(guest.getByRole('heading', { name: 'To be stopped' })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke all links' }).click();
  await dialog.getByRole('button', { name: 'Revoke all links' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open its page' })).not.toHaveAttribute('href', address ?? '');
  await guest.reload();
  await expect(guest.getByText('This link opens no task.')).toBeVisible();
  await guest.close();

  await page.getByRole('button', { name: 'Stop task' }).click();
  await expect(dialog.getByText('the task can’t be continued')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop task' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('article')).toBeHidden();
});

test('a member creates a persona, changes its steps and files, and deletes it', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/personas/list`);
  await page.getByRole('button', { name: 'New persona' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Harbour reporter');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByLabel('Steps 1').fill('Walk along the pier');
  await dialog.getByRole('button', { name: 'Create persona' }).click();

  await expect(page.getByRole('heading', { name: 'Harbour reporter', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add step' }).click();
  await expect(page.getByLabel('Step 2', { exact: true })).toBeFocused();
  await page.keyboard.type('Write down the boats');
  await page.getByRole('button', { name: 'Move Step 2 up' }).click();
  await page.getByRole('button', { name: 'Add file' }).click();
  await page.getByLabel('Name of the file').fill('Boats');
  await page.getByLabel('When it asks').selectOption('Never asks');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Write down the boats' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    'Write down the boats',
    'Walk along the pier',
  ]);
  await expect(page.getByRole('region', { name: 'Delivers' })).toContainText('Boats');
  await expect(page.getByText('Never asks')).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete persona' }).click();
  await dialog.getByRole('button', { name: 'Delete persona' }).click();
  await expect(page).toHaveURL(/\/personas\/list$/);
  await expect(page.getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Harbour reporter' })).toHaveCount(0);
});

test.describe('in German, on a narrow phone', () => {
  test.use({ locale: 'de', viewport: { width: 320, height: 844 } });

  test('no word of the figures is broken', async ({ page, portico }) => {
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/personas`);
    const title = page.getByRole('link', { name: 'Warten auf Entscheidung' });
    const lines = await title.evaluate(({ firstChild }) => {
      const word = document.createRange();
      if (firstChild === null) return 0;
      word.setStart(firstChild, 'Warten auf '.length);
      word.setEnd(firstChild, 'Warten auf Entscheidung'.length);
      return word.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
});

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    test(`axe finds nothing on any page of personas, and none scrolls sideways: ${look.name}`, async ({
      page,
      portico,
    }) => {
      const faults = watchFaults(page);
      const persona = await makePersona(portico, {
        name: 'A name without an end '.repeat(9),
        autonomyLevel: 'approve_all',
        inputFields: [{ name: 'focus', label: 'Look at', type: 'multiselect', options: ['Prices'.repeat(20), 'Size'] }],
        deliverables: [{ name: 'Notes', type: 'pdf', guaranteed: true }],
      });
      const title = 'Untrennbareswort'.repeat(18);
      const task = await startTask(portico, persona, { taskTitle: title });
      await signInWithKey(page, portico);
      for (const address of [
        '',
        '?status=cancelled',
        '/list',
        `/tasks/${task}`,
        `/${persona}`,
        `/${persona}?new=1`,
        `/${persona}/tasks`,
        `/${persona}/settings`,
      ]) {
        await page.goto(`${portico.url}/console/personas${address}`);
        await expect(page.locator('h1')).toBeAttached();
        if (address.startsWith('/tasks')) await expect(page.getByRole('article')).toBeVisible();
        if (address.endsWith('new=1')) await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        expect(await findFaults(page), address).toEqual([]);
        expect(await sidewaysOf(page), address).toBeLessThanOrEqual(0);
      }
      expect(faults).toEqual([]);
    });
  });
}
