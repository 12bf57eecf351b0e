import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { sidewaysOf, signInWithKey } from '../support/console.ts';
import { answering, makeForm } from '../support/forms.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { boxOf } from '../support/pixels.ts';
import type { RunningServer } from '../support/server.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

type Started = { execution_id: string };

async function startWorkflow(
  portico: RunningServer,
  workflow: { name: string; definition: object },
  inputs: object = {},
): Promise<{ workflow: string; execution: string }> {
  const { id } = await callApi<{ id: string }>(portico, 'POST', '/workflows', workflow);
  const { execution_id: execution } = await callApi<Started>(portico, 'POST', `/workflows/${id}/execute`, { inputs });
  return { workflow: id, execution };
}

const statusOf = (page: Page) => page.locator('.execution-head .badge');
const nodeOf = (page: Page, name: string) =>
  page.locator('.node-head').filter({ has: page.locator('.node-name', { hasText: name }) });

test('a failed execution shows the node inside the loop that failed with its inputs, and a retry keeps what had completed', async ({
  page,
  portico,
}) => {
  let status = 503;
  const office = await listenOnLoopback(
    createServer((request, response) => {
      const isFull = request.url?.startsWith('/berths/south') === true;
      if (isFull && status === 503) response.writeHead(status).end('closed until noon');
      else response.writeHead(200).end('free');
    }),
  );
  const ask = {
    id: 'ask',
    name: 'Ask the harbour office',
    type: 'http_request',
    retry: { max_attempts: 2, backoff_ms: 0 },
    config: { url: `${office.url}/berths/{{ item }}` },
  };
  const { execution } = await startWorkflow(portico, {
    name: `Free berths <b>${process.pid}</b>`,
    definition: {
      nodes: [
        { id: 'greet', name: 'Greeting', type: 'template', config: { text: 'Dear guests' } },
        {
          id: 'each',
          name: 'Every basin',
          type: 'loop',
          config: { items: ['north', 'south'], body: { nodes: [ask] } },
        },
        { id: 'tell', name: 'Report', type: 'template', config: { text: '{{ nodes.greet.outputs.text }}' } },
      ],
      edges: [
        { from: 'greet', to: 'each' },
        { from: 'each', to: 'tell' },
      ],
      outputs: { report: '{{ nodes.tell.outputs.text }}' },
    },
  });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/executions`);
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/\?status=failed$/);
  const row = page.getByRole('row').filter({ hasText: `Free berths <b>${process.pid}</b>` });
  await expect(row).toContainText('Every basin: Item 1: The server answered 503.');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`${portico.url}/console/executions/${execution}`);
  await expect(page.locator('.page-back')).toHaveAttribute('href', '/console/executions?status=failed');

  const failure = page.getByRole('region', { name: 'Every basin › Item 1 › Ask the harbour office failed' });
  await expect(failure.getByText('Item 1: The server answered 503.')).toBeVisible();
  await expect(failure.getByText('node_execution_failed')).toBeVisible();
  await expect(failure.getByText('Attempt 2')).toBeVisible();
  await expect(failure.getByText(`${office.url}/berths/south`)).toBeVisible();
  await expect(failure.getByRole('group', { name: 'Response' })).toContainText('closed until noon');
  expect(await findFaults(page)).toEqual([]);

  // Everything that ran is below it; the address keeps what is open.
  await nodeOf(page, 'Every basin').click();
  await nodeOf(page, 'Item 1').click();
  await nodeOf(page, 'Ask the harbour office').press('Enter');
  await expect(page).toHaveURL(/node=each%5B1%5D\.ask/);
  await page.reload();
  await expect(nodeOf(page, 'Ask the harbour office')).toHaveAttribute('aria-expanded', 'true');
  await expect(nodeOf(page, 'Ask the harbour office')).toContainText('2 attempts');
  await nodeOf(page, 'Ask the harbour office').press('k');
  await expect(nodeOf(page, 'Item 1')).toBeFocused();
  expect(await findFaults(page)).toEqual([]);

  status = 200;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).not.toHaveURL(new RegExp(execution));
  await expect(statusOf(page)).toHaveText('Completed');
  await expect(nodeOf(page, 'Greeting')).toContainText('kept from the earlier execution');
  await expect(nodeOf(page, 'Report')).not.toContainText('kept');
  await expect(page.getByRole('group', { name: 'Outputs' })).toContainText('Dear guests');
  await page.getByRole('link', { name: execution }).click();
  await expect(statusOf(page)).toHaveText('Failed');
  // At 400 % on a computer, a button with an icon keeps its size beside a long text.
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await boxOf(page.getByRole('button', { name: 'Copy the ID' }))).width).toBe(32);
  expect(faults).toEqual([]);
  await office.stop();
});

test('an execution is followed live on a phone: it asks for an approval, writes, and is stopped', async ({
  page,
  portico,
  model,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const reply = model.hold();
  const { execution } = await startWorkflow(
    portico,
    {
      name: `Harbour news ${process.pid}`,
      definition: {
        nodes: [
          {
            id: 'ask',
            type: 'approval',
            config: { title: 'Publish “{{ inputs.title }}”?', description: 'On Friday.' },
          },
          { id: 'write', name: 'Write the post', type: 'llm', config: { model: model.name, prompt: 'A post' } },
        ],
        edges: [{ from: 'ask', to: 'write', on: 'approved' }],
      },
    },
    { title: 'North basin closed' },
  );
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/executions/${execution}`);
  const card = page.getByRole('region', { name: 'Publish “North basin closed”?' });
  await expect(card.getByText('On Friday.')).toBeVisible();
  await expect(statusOf(page)).toHaveText('Waiting');
  expect(await findFaults(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  await card.getByLabel('Comment').fill('Add the date.');
  await card.getByRole('button', { name: 'Approve' }).click();
  await expect(card).toBeHidden();

  await reply.asked;
  await reply.write('Dear guests, ');
  const row = page.locator('.node', { hasText: 'Write the post' });
  await expect(row).toContainText('Dear guests,');
  await expect(statusOf(page)).toHaveText('Running');
  await reply.write('the north basin is closed.');
  await expect(row).toContainText('Dear guests, the north basin is closed.');
  await nodeOf(page, 'ask').click();
  await expect(page.locator('.node-body')).toContainText('Add the date.');
  expect(await findFaults(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('dialog')).toContainText('can’t be continued');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop execution' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(statusOf(page)).toHaveText('Cancelled');
  await expect(nodeOf(page, 'Write the post')).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  expect(faults).toEqual([]);
});

test('a submission links to its execution, the list keeps its filters in the address and in the download, and it can be deleted', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, answering('Noted.'));
  const sent = await fetch(`${form.api}/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'A berth, please' }),
  });
  expect(sent.status).toBeLessThan(300);
  await expect.poll(async () => (await form.submissions())[0]?.execution_status).toBe('completed');
  const [submission] = await form.submissions();
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${form.id}/submissions/${submission?.id}`);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: submission?.execution_id ?? '' })
    .click();
  await expect(statusOf(page)).toHaveText('Completed');
  await expect(page.getByRole('group', { name: 'Outputs' }).last()).toContainText('Noted.');

  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto(`${portico.url}/console/executions`);
  await page.getByLabel('Workflow').selectOption(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Completed' }).click();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const stream = await (await download).createReadStream();
  const chunks = await stream.toArray();
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(submission?.execution_id);

  await page.goto(`${portico.url}/console/forms/${form.id}/submissions/${submission?.id}`);
  const panel = page.getByRole('dialog', { name: 'Submission' });
  await panel.getByRole('button', { name: 'Delete submission' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete submission' })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Nothing was sent')).toBeVisible();
  expect(await form.submissions()).toEqual([]);
});
