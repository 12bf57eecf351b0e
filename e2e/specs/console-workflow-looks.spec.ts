import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { createWorkflow, sidewaysOf, signInWithKey } from '../support/console.ts';
import { looks } from '../support/looks.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

const screens = [
  '',
  '/{id}',
  '/{id}?node=step_3',
  '/{id}?view=canvas',
  '/{id}/runs/{run}?node=step_3',
  '/{id}/versions',
  '/{id}/settings',
];

for (const look of looks) {
  test.describe(look.name, () => {
    test.use(look.use);

    test(`axe finds nothing with 200 nodes, and no screen scrolls sideways: ${look.name}`, async ({
      page,
      portico,
    }) => {
      const faults = watchFaults(page);
      await signInWithKey(page, portico);
      const steps = Array.from({ length: 200 }, (_, at) => ({
        id: `step_${at}`,
        type: at % 5 === 3 ? 'condition' : 'template',
        name: `Step ${at} with a name that is longer than its card`,
        config: at % 5 === 3 ? { if: 'true' } : { text: 'x' },
      }));
      const edges = steps.slice(1).map(({ id }, at) => ({ from: `step_${Math.floor(at / 2)}`, to: id }));
      const id = await createWorkflow(portico, { name: `Large ${look.name}`, definition: { nodes: steps, edges } });
      const { execution_id: run } = await callApi<{ execution_id: string }>(
        portico,
        'POST',
        `/workflows/${id}/execute`,
        {},
      );
      for (const screen of screens) {
        await page.goto(`${portico.url}/console/workflows${screen.replace('{id}', id).replace('{run}', run)}`);
        // On a phone, the form of a node hides the page behind it from assistive technology.
        await expect(page.locator('h1')).toBeVisible();
        if (screen.includes('node=') || screen.includes('canvas')) {
          await expect(page.locator('.flow-card, .node-row').first()).toBeAttached();
        }
        await expect(page.locator('.skeleton')).toHaveCount(0);
        expect(await findFaults(page), screen).toEqual([]);
        expect(await sidewaysOf(page), screen).toBeLessThanOrEqual(0);
      }
      expect(faults).toEqual([]);
    });
  });
}

test.describe('in Arabic, on a phone', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } });

  test('an English title of a node begins at the side of its icon, as its summary does', async ({ page, portico }) => {
    const nodes = [{ id: 'note', type: 'template', name: 'Note it', config: { text: 'Dear {{ inputs.name }}' } }];
    const id = await createWorkflow(portico, { name: 'Note', definition: { nodes, edges: [] } });
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/workflows/${id}`);
    const row = page.locator('.node-row');
    await expect(row.getByText('Dear {{ inputs.name }}')).toHaveCSS('text-align', 'right');
    await expect(row.locator('.node-row-title')).toHaveCSS('text-align', 'right');
  });
});

test.describe('in German, on a narrow phone', () => {
  test.use({ locale: 'de', viewport: { width: 320, height: 844 } });

  test('the name of a node that has run keeps the width of the list', async ({ page, portico }) => {
    const nodes = [{ id: 'note', type: 'template', name: 'Look up the price', config: { text: 'Dear all' } }];
    const id = await createWorkflow(portico, { name: 'Note', definition: { nodes, edges: [] } });
    const { execution_id: run } = await callApi<{ execution_id: string }>(portico, 'POST', `/workflows/${id}/execute`, {
      inputs: {},
    });
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/workflows/${id}/runs/${run}`);
    const row = page.locator('.node-row');
    await expect(row).toContainText('Abgeschlossen');
    const width = await row.locator('.node-row-words').evaluate((words) => words.getBoundingClientRect().width);
    expect(width).toBeGreaterThan(128);
  });
});

test('all nodes stay in view when the canvas becomes lower, until it is used', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'template', name: `Node ${id}`, config: { text: id } }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id }));
  const id = await createWorkflow(portico, { name: 'Low canvas', definition: { nodes, edges } });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${portico.url}/console/workflows/${id}?view=canvas`);
  const first = page.locator('.flow-card').filter({ hasText: 'Node a' });
  const last = page.locator('.flow-card').filter({ hasText: 'Node d' });
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(last).toBeInViewport({ ratio: 1 });
  // The member's own view stays.
  const canvas = page.locator('.react-flow');
  const view = canvas.locator('.react-flow__viewport');
  const heightOf = async () => canvas.evaluate((element) => element.clientHeight);
  const shown = await view.getAttribute('style');
  await canvas.hover({ position: { x: 10, y: 10 } });
  await page.mouse.wheel(0, 40);
  await expect.poll(async () => view.getAttribute('style')).not.toBe(shown);
  const [moved, height] = [await view.getAttribute('style'), await heightOf()];
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect.poll(heightOf).toBeLessThan(height);
  expect(await view.getAttribute('style')).toBe(moved);
});
