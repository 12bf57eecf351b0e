import { readFileSync } from 'node:fs';
import { findFaults } from '../support/axe.ts';
import { announcement, answering, makeForm, output, picker, sendForm, step, textFile } from '../support/forms.ts';
import { watchErrors } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

const result = `## Berths

| Basin | Depth |
| --- | ---: |
| North | 7.5 m |

1. Call *channel 12*
2. Moor

\`\`\`ts
const knots = 3;
\`\`\``;

test('a result is copied with formatting and as plain text, and downloaded as markdown and text', async ({
  page,
  context,
  portico,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sendForm(page, portico, answering(result), 'Go', { title: 'Berths / depths' });
  await expect(output(page).getByRole('cell', { name: '7.5 m' })).toBeVisible();
  await expect(output(page).locator('pre')).toContainText('const knots = 3;');

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  // Shown for two seconds, so every frame is looked at.
  const shown = page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(({ innerText }) => innerText.includes('Copied')),
  );
  await page.getByRole('button', { name: 'With formatting' }).click();
  await shown;
  await expect(announcement(page)).toContainText('Copied');
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  expect(copied).toContain('<td');
  expect(copied).not.toMatch(/class=|<button|style=".*url/);
  await page.getByRole('button', { name: /^Cop/ }).first().click();
  await page.getByRole('button', { name: 'As plain text' }).click();
  const plain = await page.evaluate(() => navigator.clipboard.readText());
  expect(plain).toContain('1. Call channel 12');
  expect(plain).not.toMatch(/[|*`#]/);

  for (const [choice, name, part] of [
    ['Markdown (.md)', 'Berths-depths.md', '| North | 7.5 m |'],
    ['Plain text (.txt)', 'Berths-depths.txt', '1. Call channel 12'],
  ] as const) {
    await page.getByRole('button', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: choice }).click();
    const file = await download;
    expect(file.suggestedFilename().toLowerCase()).toBe(name.toLowerCase());
    expect(readFileSync(await file.path(), 'utf8')).toContain(part);
  }
});

test('a result can be edited in place, keeps the edit after a reload, and can be restored', async ({
  page,
  portico,
}) => {
  await sendForm(page, portico, answering('The **first** draft.'), 'Go', { allow_output_edit: true });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit the result (Markdown)' });
  await expect(editor).toBeFocused();
  await editor.fill('My **own** words.');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(output(page).locator('strong')).toHaveText('own');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect(edit).toBeFocused();
  await page.reload();
  await expect(output(page)).toHaveText('My own words.');
  await page.getByRole('button', { name: 'Undo my changes' }).click();
  await expect(output(page)).toHaveText('The first draft.');
  await expect(edit).toBeFocused();
  await edit.click();
  await editor.fill('Again.');
  await page.getByRole('button', { name: 'Undo my changes' }).click();
  await expect(page.getByRole('button', { name: 'Undo my changes' })).toBeFocused();
});

test('a result of one long paragraph is shown in pieces, and edited from its beginning', async ({ page, portico }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/markdown-[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  const message = 'word '.repeat(6_000);
  await sendForm(page, portico, answering('{{ inputs.message }}'), message, { allow_output_edit: true });
  await expect(step(page)).toHaveText('Completed');
  // Even before the renderer is loaded.
  await expect(output(page).locator('.long')).toHaveCount(4);
  release();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit the result (Markdown)' });
  await expect(editor).toBeFocused();
  await expect(editor).toHaveJSProperty('scrollTop', 0);
  await expect(editor).toHaveAttribute('dir', 'ltr');
});

test('a long message that was sent is scrolled with the keyboard', async ({ page, portico }) => {
  await sendForm(page, portico, answering('Thank you.'), 'One more line.\n'.repeat(60));
  await expect(step(page)).toHaveText('Completed');
  await page.getByRole('heading', { name: 'What you sent' }).click();
  await page.keyboard.press('Tab');
  const message = page.getByRole('group', { name: 'What you sent' });
  await expect(message).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => message.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  expect(await findFaults(page)).toEqual([]);
});

test('markup in names, results and addresses remains text', async ({ page, portico }) => {
  const errors = watchErrors(page);
  page.on('dialog', (dialog) => errors.push(dialog.message()));
  const evil = '<img src=x onerror=alert(1)>';
  const markup = [
    evil,
    '<script>alert(2)</script>',
    '[press](javascript:alert(3))',
    '![seen](https://tracker.example/pixel.png)',
    '<svg onload=alert(4)></svg><iframe src="https://evil.example"></iframe>',
    '<a href="https://evil.example" style="position:fixed;inset:0">over everything</a>',
    '<form action="https://evil.example"><input name="password"></form>',
  ].join('\n\n');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).origin));
  const form = await makeForm(portico, answering(`${markup}\n\n{{ inputs.files[0].file_name }}`), {
    title: evil,
    description: evil,
    input_label: evil,
    output_label: evil,
    submit_button_text: evil,
    fields: [{ name: 'kind', label: evil, type: 'select', options: [evil] }],
  });
  await page.goto(form.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(evil);
  const hostile = `${evil}\u202Efdp.exe.pdf`;
  await page.getByRole('combobox').selectOption({ label: evil });
  await picker(page).setInputFiles(textFile('x'.repeat(200) + '.txt', 'Long name.'));
  await picker(page).setInputFiles(textFile(`../../${hostile}.txt`, 'Some text.'));
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(2);
  // The character that changes the text direction is removed from what is shown: the name can't look like another type.
  await expect(page.locator('.file-name').last()).not.toContainText('\u202E');
  await page.getByRole('button', { name: evil, exact: true }).click();
  await expect(step(page)).toHaveText('Completed');
  await expect(output(page)).toContainText('over everything');
  const alive = output(page).locator(
    'script, img, iframe, form, input, svg:not([aria-hidden]), style, [onerror], [onload], [style], [href^="javascript:"]',
  );
  await expect(alive).toHaveCount(0);
  expect(errors).toEqual([]);
  expect([...new Set(requests)]).toEqual([portico.url]);
  expect(await findFaults(page)).toEqual([]);
});

test('a result keeps the alignment of its columns and the numbers of its lists, and is printed without buttons', async ({
  page,
  portico,
}) => {
  const markdown = '| Boat | Price |\n| :-- | --: |\n| Havternen | 1,200 |\n\n3. Third\n4. Fourth\n\n- [x] Done';
  await page.goto((await makeForm(portico, answering(markdown), { show_copy_button: true })).url);
  await page.getByRole('textbox', { name: 'Your message' }).fill('Prices');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('cell', { name: '1,200' })).toHaveCSS('text-align', 'right');
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveCSS('text-align', 'right');
  await expect(page.locator('.prose ol')).toHaveAttribute('start', '3');
  // The box takes the place of the bullet.
  await expect(page.locator('.prose li', { hasText: 'Done' })).toHaveCSS('list-style-type', 'none');
  await expect(page.getByRole('button', { name: 'New submission' })).toHaveClass(/button-strong/);
  await expect(page.getByRole('button', { name: 'Run again' })).not.toHaveClass(/button-strong/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('cell', { name: '1,200' })).toBeVisible();
  await expect(page.locator('button:visible')).toHaveCount(0);
});
