import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { answering, fileRow, makeForm, messageBox, output, picker, submitButton, textFile } from '../support/forms.ts';
import { countColors, readEdge } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';

/* The form and a task's page in a contrast theme; for the widget, see widget-conditions.spec.ts. */

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

const pictures = join(import.meta.dirname, '../test-results/looks');
mkdirSync(pictures, { recursive: true });
const look = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`), caret: 'hide' });

async function expectEdges(page: Page, places: Readonly<Record<string, Locator>>): Promise<void> {
  for (const [name, place] of Object.entries(places)) {
    await place.first().scrollIntoViewIfNeeded();
    expect(await readEdge(page, place.first()), name).toBeGreaterThan(4.5);
  }
}

test('a form’s fields, files, buttons, result and focus have visible edges', async ({ page, portico }) => {
  await page.goto((await makeForm(portico, answering('| a | b |\n| - | - |\n| 1 | 2 |'))).url);
  await messageBox(page).fill('Moor us');
  await picker(page).setInputFiles(textFile('plan.txt', 'A plan.'));
  await expect(fileRow(page, 'plan.txt')).toContainText('Uploaded');
  await look(page, 'forced-form');
  await expectEdges(page, {
    field: messageBox(page),
    drop: page.locator('.drop'),
    file: fileRow(page, 'plan.txt'),
    submit: submitButton(page),
  });
  await submitButton(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(submitButton(page)).toHaveCSS('outline-style', 'solid');
  expect(await countColors(page, submitButton(page))).toBeGreaterThan(1);
  await submitButton(page).click();
  await expect(output(page).getByRole('table')).toBeVisible();
  await look(page, 'forced-result');
  await expectEdges(page, {
    table: output(page).locator('.table'),
    again: page.getByRole('button', { name: 'Run again' }),
    other: page.getByRole('button', { name: 'New submission' }),
    question: page.getByRole('textbox', { name: 'Your question' }),
  });
});

test('a task’s page: the question, its fields and its buttons have visible edges', async ({ page, portico }) => {
  const post = async (path: string, body: object): Promise<{ id: string; link: string }> => {
    const response = await fetch(`${portico.url}/api/personas${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': portico.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: { id: string; link: string } }).data;
  };
  const persona = { name: 'Clerk', category: 'Content', autonomyLevel: 'approve_all', sopSteps: ['Collect the notes'] };
  const { id } = await post('', persona);
  await page.goto((await post(`/${id}/instances`, { taskTitle: 'Notes' })).link);
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  await look(page, 'forced-task');
  await expectEdges(page, {
    approve,
    reject: page.getByRole('button', { name: 'Reject' }),
    asked: page.locator('.approval pre'),
    comment: page.getByLabel(/Comment/),
    status: page.locator('.run-status'),
  });
  await approve.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(approve).toHaveCSS('outline-style', 'solid');
});
