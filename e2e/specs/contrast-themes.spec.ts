import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { answering, fileRow, makeForm, messageBox, output, picker, submitButton, textFile } from '../support/forms.ts';
import { openVisit, signInWithKey } from '../support/console.ts';
import { countColors, readEdge } from '../support/pixels.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { expect, test } from '../support/test.ts';

/* The form, a task’s page and the console in a contrast theme; for the widget, see widget-conditions.spec.ts. */

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

test('a box of a form looks ticked only if it is', async ({ page, portico }) => {
  const fields = [{ name: 'rules', label: 'I know the rules', type: 'checkbox', required: true }];
  await page.goto((await makeForm(portico, answering('ok'), { fields })).url);
  // Not by colour: a contrast theme replaces every colour, also a transparent one.
  const tick = page.locator('.check-box .icon');
  await expect(page.locator('.check-box')).toBeVisible();
  await expect(tick).toBeHidden();
  await page.getByLabel('I know the rules').check();
  await expect(tick).toBeVisible();
});

test('a task’s page: the question, its fields and its buttons have visible edges', async ({ page, portico }) => {
  const post = async (path: string, body: object) =>
    callApi<{ id: string; link: string }>(portico, 'POST', `/api/personas${path}`, body);
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

test('the console’s buttons and fields have edges, and what is selected differs from the rest', async ({
  page,
  portico,
}) => {
  await signInWithKey(page, portico);
  for (const address of ['', 'conversations', 'improve', 'agents', 'settings/workspace', 'settings/keys']) {
    await page.goto(`${portico.url}/console/${address}`);
    await expect(page.locator('h1').first()).toBeAttached();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    expect(await listEdgeless(page), address).toEqual([]);
    await look(page, `forced-console-${address.replace('/', '-')}`);
  }
  await page.goto(`${portico.url}/console/improve/figures`);
  const tabs = page.getByRole('navigation', { name: 'Improve' });
  await expectDifferent(tabs.locator('[aria-current]'), tabs.getByRole('link', { name: 'Usage' }), 'borderBottomColor');
  await page.goto(`${portico.url}/console/conversations`);
  const views = page.getByRole('group', { name: 'Which conversations' });
  const [all, mine] = [views.getByRole('button', { name: 'All' }), views.getByRole('button', { name: 'Mine' })];
  await expectDifferent(all, mine, 'backgroundColor');
  await expect(all).toHaveCSS('background-color', await readHighlight(page));
  await page.goto(`${portico.url}/console/forms/${(await makeForm(portico, answering('Received.'))).id}`);
  const width = page.locator('.preview-bar [aria-pressed="true"]').first();
  await expect(width).toHaveCSS('background-color', await readHighlight(page));
  const current = page.locator('.side-link[aria-current]');
  await expect(current).toHaveCSS('outline-style', 'solid');
});

test('the saved reply that Enter chooses differs from the rest', async ({ page, portico, newChat }) => {
  for (const name of ['Opening hours', 'Prices']) {
    const shortcut = `contrast-${name.slice(0, 1)}`;
    await callApi(portico, 'POST', '/saved-replies', { name, shortcut, content: `About: ${name}` });
  }
  const visit = await openVisit(portico, (await newChat()).slug);
  await visit.say('Is anybody there?');
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations/${visit.conversation}`);
  await page.getByRole('textbox', { name: 'Reply' }).fill('/contrast');
  const replies = page.getByRole('list', { name: 'Saved replies' });
  await page.keyboard.press('ArrowDown');
  const chosen = replies.locator('[aria-current]');
  await expectDifferent(chosen, replies.locator('button:not([aria-current])'), 'outlineStyle');
  await expect(chosen).toHaveCSS('outline-color', await readHighlight(page));
});

/** The visible buttons and fields without a border in another colour than the page. */
async function listEdgeless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button, .input, .chip, textarea, select')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(control);
        const ground = getComputedStyle(document.body).backgroundColor;
        return borderTopWidth === '0px' || borderTopStyle === 'none' || borderTopColor === ground;
      })
      .map((control) => control.outerHTML.slice(0, 100)),
  );
}

/** The theme's colour of what is selected. */
async function readHighlight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.background = 'Highlight';
    probe.style.setProperty('forced-color-adjust', 'none');
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
}

async function expectDifferent(
  one: Locator,
  other: Locator,
  property: 'backgroundColor' | 'borderBottomColor' | 'outlineStyle',
): Promise<void> {
  await expect(one).toBeVisible();
  const read = (place: Locator) => place.evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await read(one)).not.toBe(await read(other));
}
