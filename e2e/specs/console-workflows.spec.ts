import type { Locator, Page } from '@playwright/test';
import { callApi } from '../support/chat-interfaces.ts';
import { createWorkflow, signInWithKey } from '../support/console.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

const cardOf = (page: Page, title: string): Locator =>
  page.locator('.react-flow__node').filter({ has: page.getByText(title, { exact: true }) });

/** Drags from the middle of one element to the middle of another, or to a point of it. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  if (start === null || end === null) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 40, { steps: 5 });
  await page.mouse.move(end.x + end.width / 2, end.y + 2, { steps: 5 });
  await page.mouse.up();
}

test('an owner builds a workflow on the canvas: adds, connects, configures, undoes, saves and restores', async ({
  page,
  context,
  portico,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/workflows?new=1`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Answer a visitor');
  await dialog.getByRole('button', { name: 'Create workflow' }).click();
  await expect(cardOf(page, 'Summarize')).toBeVisible();

  // Add a node with the “+” below another one, and fill in its form.
  await page.getByTitle('Add after “Summarize”').click();
  // The overview has the same search field.
  await expect(page.getByRole('heading', { name: 'Add after “Summarize”' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('branches');
  await page.getByRole('searchbox', { name: 'Search nodes' }).press('Enter');
  await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Insert a value: If' }).click();
  await page.getByRole('menuitem', { name: 'nodes.summarize.outputs.text' }).click();
  await expect(panel.getByLabel('If', { exact: true })).toHaveValue('nodes.summarize.outputs.text');
  await expect(page.getByRole('button', { name: '1 problem' })).toBeHidden();
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
  // What is connected already has no “+” any longer.
  await expect(cardOf(page, 'Summarize').locator('.handle-add')).toHaveCount(0);

  // Drag a node from the palette onto the canvas, and connect it by dragging.
  await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
  await panel.getByRole('button', { name: 'Text Fills values into a text' }).dragTo(page.locator('.react-flow__pane'), {
    targetPosition: { x: 130, y: 120 },
  });
  await expect(cardOf(page, 'Text · text')).toBeVisible();
  await panel.getByLabel('Text', { exact: true }).fill('Too long');
  await drag(
    page,
    cardOf(page, 'Condition · check').getByTitle('Add after “Condition · check” on “False”'),
    cardOf(page, 'Text · text'),
  );
  await expect(page.locator('.react-flow__edge')).toHaveCount(2);

  // Connect without a pointer, and undo it.
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('list', { name: 'Nodes' }).getByText('Condition · check', { exact: true }).click();
  await panel.getByLabel('Connect to').selectOption('Text · text');
  await panel.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^Remove the connection to/ })).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panel.getByRole('button', { name: /^Remove the connection to/ })).toHaveCount(1);

  // Nodes are copied as JSON, and pasted under other ids.
  await page.getByRole('button', { name: 'Canvas', exact: true }).click();
  await cardOf(page, 'Text · text').click();
  await expect(panel.getByRole('heading', { name: 'Text · text', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(panel.getByRole('heading', { name: 'Text · text_2', exact: true })).toBeVisible();
  await cardOf(page, 'Text · text_2').click();
  await page.keyboard.press('Delete');
  await expect(cardOf(page, 'Text · text_2')).toBeHidden();
  await expect(panel).toBeFocused();

  await page.reload();
  await expect(cardOf(page, 'Text · text')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const id = page.url().replace(/^.*\/workflows\/([^/?]+).*$/, '$1');
  const saved = await callApi<{ definition: { edges: object[] } }>(portico, 'GET', `/workflows/${id}`);
  expect(saved.definition.edges).toEqual([
    { from: 'summarize', to: 'check' },
    { from: 'check', to: 'text', on: 'false' },
  ]);

  // An earlier version comes back, and the editor shows it.
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByText('What restoring would change: Definition').click();
  await page.getByRole('button', { name: /^Restore\b.*Version 1$/ }).click();
  await expect(page.getByRole('heading', { name: 'Version 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Editor' }).click();
  await expect(cardOf(page, 'Summarize')).toBeVisible();
  await expect(cardOf(page, 'Condition · check')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the panel gets the focus of a card that is cut, or undone', async ({ page, context, portico }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInWithKey(page, portico);
  const nodes = ['first', 'second'].map((id) => ({ id, type: 'template', config: { text: id } }));
  const id = await createWorkflow(portico, { name: 'Two texts', definition: { nodes } });
  await page.goto(`${portico.url}/console/workflows/${id}`);
  const panel = page.getByRole('complementary');
  const card = cardOf(page, 'Text · second');
  await card.click();
  await page.keyboard.press('ControlOrMeta+x');
  await expect(card).toBeHidden();
  await expect(panel).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  await card.click();
  await expect(card).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(card).toBeHidden();
  await expect(panel).toBeFocused();
});

test('a card that Escape deselects keeps the focus', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const node = { id: 'greet', type: 'template', name: 'Greet', config: { text: 'Hello' } };
  const id = await createWorkflow(portico, { name: 'Greetings', definition: { nodes: [node], edges: [] } });
  await page.goto(`${portico.url}/console/workflows/${id}`);
  const card = page.locator('.react-flow__node');
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(card).toHaveClass(/selected/);
  await page.keyboard.press('Escape');
  await expect(card).not.toHaveClass(/selected/);
  // React Flow takes the focus away in the next frame.
  await page.evaluate(async () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(card).toBeFocused();
});

test('faults that only the server finds open their node, with the reason at the field', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const id = await createWorkflow(portico, {
    name: 'Faulty',
    definition: {
      nodes: [
        {
          id: 'each',
          type: 'loop',
          config: {
            items: '{{ inputs.list }}',
            body: { nodes: [{ id: 'shape', type: 'transform', config: { expression: '1' } }] },
          },
        },
      ],
    },
  });
  await page.goto(`${portico.url}/console/workflows/${id}?in=each&node=shape`);
  await page.getByLabel('Expression', { exact: true }).fill('1 +');
  await page.getByRole('navigation', { name: 'Loops' }).getByRole('button', { name: 'Workflow' }).click();
  await expect(cardOf(page, 'Loop · each')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('1 field needs another value. each.shape.expression:');
  const field = page.getByLabel('Expression', { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('1 + 1');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('a run is started with inputs and followed on the canvas', async ({ page, portico, model }) => {
  await signInWithKey(page, portico);
  const id = await createWorkflow(portico, {
    name: 'Translate',
    input_schema: {
      properties: { text: { type: 'string' }, size: { type: 'integer', minimum: 1 }, loud: { type: 'boolean' } },
      required: ['text'],
    },
    definition: {
      nodes: [
        { id: 'write', type: 'llm', name: 'Write it', config: { model: model.name, prompt: '{{ inputs.text }}' } },
        { id: 'stop', type: 'fail', name: 'Stop', config: { code: 'too_short', message: 'Only {{ inputs.size }}' } },
      ],
      edges: [{ from: 'write', to: 'stop' }],
    },
  });
  const reply = model.hold();
  await page.goto(`${portico.url}/console/workflows/${id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start execution' }).click();
  // The server checks the inputs; nothing that was typed is lost.
  await expect(dialog.getByText(/required/i).first()).toBeVisible();
  // The browser has reported the refused request.
  const faults = watchFaults(page);
  await dialog.getByLabel('text').fill('Good morning');
  await dialog.getByLabel('size').fill('3');
  await dialog.getByLabel('loud').selectOption('Yes');
  await dialog.getByRole('button', { name: 'Start execution' }).click();

  await reply.asked;
  await expect(page).toHaveURL(/\/runs\/exe_/);
  const write = cardOf(page, 'Write it');
  await expect(write).toContainText('Running');
  await expect(cardOf(page, 'Stop')).toContainText('Not run');
  await write.click();
  await reply.write('Guten ');
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('region', { name: 'Being written' })).toContainText('Guten');
  await reply.write('Morgen');
  await reply.end();
  await expect(write).toContainText('Completed');
  await expect(panel.getByRole('group', { name: 'Outputs' })).toContainText('Guten Morgen');
  await expect(cardOf(page, 'Stop')).toContainText('Failed');
  await page.getByRole('button', { name: 'Show the node' }).click();
  await expect(panel.getByRole('alert')).toContainText('Only 3');
  await expect(panel.getByText('too_short').first()).toBeVisible();
  await panel.getByRole('link', { name: 'Edit this node' }).click();
  await expect(page.getByLabel('Error code', { exact: true })).toHaveValue('too_short');
  await page.getByRole('main').getByRole('link', { name: 'Executions', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Only 3' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a workflow in use is not deleted, and the dialog names its users', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const id = await createWorkflow(portico, {
    name: 'Called by others',
    definition: { nodes: [{ id: 'text', type: 'template', config: { text: 'x' } }] },
  });
  await createWorkflow(portico, {
    name: 'The caller',
    definition: { nodes: [{ id: 'run', type: 'workflow', config: { workflow_id: id } }] },
  });
  await page.goto(`${portico.url}/console/workflows`);
  const row = page.getByRole('row').filter({ hasText: 'Called by others' });
  await row.getByRole('switch').click();
  await expect(row).toContainText('Inactive');
  await row.getByRole('button', { name: 'More: Called by others' }).click();
  await page.getByRole('menuitem', { name: 'Delete workflow' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete workflow' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It is still used.');
  await expect(dialog.getByRole('link', { name: 'The caller' })).toBeVisible();
});
