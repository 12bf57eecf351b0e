import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

async function post(portico: RunningServer, path: string, body: object): Promise<{ id: string; link: string }> {
  const response = await fetch(`${portico.url}/api/personas${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': portico.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: { id: string; link: string } }).data;
}

async function startTask(portico: RunningServer): Promise<string> {
  const persona = await post(portico, '', {
    name: 'Note taker',
    category: 'Content',
    autonomyLevel: 'approve_all',
    sopSteps: ['Collect the notes', 'Write them up'],
    deliverables: [{ name: 'Notes', type: 'pdf', guaranteed: true }],
  });
  const { link } = await post(portico, `/${persona.id}/instances`, { taskTitle: 'Notes on the harbour' });
  return link;
}

async function countFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }).axe;
    return (await runner.run()).violations.map(({ id }) => id);
  });
}

test('whoever holds the link follows the task, decides, and downloads what it brings', async ({ page, portico }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto(await startTask(portico));
  await expect(page.getByRole('heading', { name: 'Notes on the harbour' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Step 1: Collect the notes' })).toBeVisible();
  expect(await countFaults(page)).toEqual([]);

  await page.getByText('Change before approving').click();
  await page.getByLabel('What the step is to do').fill('Collect the notes of May');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Step 2: Write them up' })).toBeVisible();
  await expect(page.getByRole('list').getByText('Collect the notes of May')).toBeVisible();

  // A reload finds the token again.
  await page.reload();
  await page.getByLabel(/Comment/).fill('The first step was enough.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('status')).toHaveText('Completed');
  await expect(page.getByText('Left out', { exact: true })).toBeVisible();
  expect(await countFaults(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Notes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.pdf');
  expect(refused).toEqual([]);
});

test('a link without its token opens nothing, and the page can not be framed', async ({ page, portico }) => {
  const [address = ''] = (await startTask(portico)).split('#');
  const response = await page.goto(address);
  await expect(page.getByText('This page needs the whole link')).toBeVisible();
  await page.goto(`${address}#token=wrong`);
  await page.reload();
  await expect(page.getByText('This link opens no task')).toBeVisible();
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
