import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import {
  answering,
  asking,
  fileRow,
  makeForm,
  output,
  picker,
  step,
  submitButton,
  textFile,
  waitUntilSearchable,
} from '../support/forms.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

const fields = [
  { name: 'boat', label: 'Name of the boat', type: 'text', required: true },
  { name: 'basin', label: 'Basin', type: 'select', options: ['North', 'Marina'] },
  { name: 'needs', label: 'What do you need?', type: 'multiselect', options: ['Water', 'Power'] },
  { name: 'rules', label: 'I know the rules', type: 'checkbox', required: true },
];
const looks = [
  { name: 'light', use: { colorScheme: 'light' as const } },
  { name: 'dark', use: { colorScheme: 'dark' as const } },
  {
    name: 'a dark phone',
    use: { colorScheme: 'dark' as const, viewport: { width: 320, height: 640 }, hasTouch: true },
  },
  { name: 'right to left', use: { locale: 'ar-EG' } },
];

/** Every fault found by axe, the policy, or a check of the page's width. */
async function findAll(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [...(await findFaults(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
}

for (const { name, use } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('the form has no fault in any of its states', async ({ page, portico, model }) => {
      const complaints = watchFaults(page);
      const form = await makeForm(portico, asking(model), {
        fields,
        cover: { type: 'stock', value: 'tide' },
        description: 'We answer within the tide.',
        input_label: 'What is it about?',
      });
      await page.goto(form.url);
      const button = page.locator('.button-main');
      await expect(button).toBeVisible();
      expect(await findAll(page)).toEqual([]);

      await button.click();
      await expect(page.locator('.summary')).toBeFocused();
      expect(await findAll(page)).toEqual([]);

      await page.route('**/uploads', () => undefined);
      const big = { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5_300_000, 'a') };
      await picker(page).setInputFiles([textFile('plan.txt', 'A plan.'), big, textFile('empty.txt', '')]);
      await expect(page.locator('.file-tick')).toHaveCount(1);
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await findAll(page)).toEqual([]);
      for (const row of [2, 1]) await page.locator('.file .row-button').nth(row).click();

      await page.locator('#f-message').fill('A berth');
      await page.getByLabel('Name of the boat').fill('Havternen');
      await page.getByLabel('I know the rules').check();
      const reply = model.hold();
      await button.click();
      await reply.asked;
      await reply.write('## Berths\n\n| Basin | Depth |\n| --- | --- |\n| North | 7.5 m |\n\n');
      await expect(output(page).getByRole('cell', { name: '7.5 m' })).toBeVisible();
      expect(await findAll(page)).toEqual([]);

      await reply.write('```js\nmoor();\n```');
      await reply.end();
      await expect(page.locator('.run-actions')).toBeVisible();
      await waitUntilSearchable(page);
      await page.locator('.ask .control').fill('plan');
      await page.locator('.ask .control').press('Enter');
      await expect(page.locator('.passage').first()).toBeVisible();
      await page.locator('.sent summary').click();
      await page.locator('.tools .menu > button').last().click();
      await expect(page.locator('.menu-items')).toBeVisible();
      expect(await findAll(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
}

for (const [locale, button, completed] of [
  ['en', 'Submit', 'Completed'],
  ['de', 'Absenden', 'Fertig'],
  ['es', 'Enviar', 'Listo'],
  ['fr', 'Envoyer', 'Terminé'],
  ['pt', 'Enviar', 'Pronto'],
  ['ar', 'إرسال', 'اكتمل'],
  ['he', 'שליחה', 'הושלם'],
  ['zh', '提交', '已完成'],
  ['ja', '送信', '完了'],
] as const) {
  test(`uses ${locale} from the first word to the result`, async ({ page, portico }) => {
    const form = await makeForm(portico, answering('ok'), { file_upload_label: null });
    await page.goto(`${form.url}?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('html')).toHaveAttribute('dir', ['ar', 'he'].includes(locale) ? 'rtl' : 'ltr');
    await page.locator('#f-message').fill('…');
    await page.getByRole('button', { name: button }).click();
    await expect(step(page)).toHaveText(completed);
    if (locale !== 'en') {
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/\b(Result|Copy|Download|Run again|New submission|What you sent|Made with)\b/);
    }
  });
}

test('every text grows with the text size that is set in the browser', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('ok'), { fields, description: 'We answer within the tide.' });
  await page.goto(form.url);
  await submitButton(page).click();
  const texts = page.locator('.description, label, .control, .chip, .field-error, .summary, .drop, .button');
  const sizes = (): Promise<number[]> =>
    texts.evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
  const before = await sizes();
  expect(before.length).toBeGreaterThan(8);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await sizes()).toEqual(before.map((size) => size * 2));
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await findAll(page), `${viewport.width} px`).toEqual([]);
  }
});

test('a title in another language is aligned with the labels', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('ok'), { fields, description: 'We answer within the tide.' });
  for (const [locale, side] of [
    ['ar', 'right'],
    ['en', 'left'],
  ] as const) {
    await page.goto(`${form.url}?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    for (const text of [page.locator('h1'), page.locator('.description')])
      await expect(text).toHaveCSS('text-align', side);
  }
});

test('the page has a strict policy, stores nothing before it is used, and sets no cookie', async ({
  page,
  context,
  portico,
}) => {
  const form = await makeForm(portico, answering('ok'));
  const answer = await page.goto(form.url);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'nonce-[\w+/=-]{20,}'/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy.replace('frame-ancestors *', '')).not.toMatch(/unsafe|\*/);
  await expect(submitButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(await context.cookies()).toEqual([]);
});

test('an unknown form, a paused form and an unknown result show a message', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('ok'), { status: 'paused' });
  for (const url of [form.url, `${portico.url}/forms/no-such-form`]) {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'This form isn’t available' })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  }
  const open = await makeForm(portico, answering('ok'));
  await page.goto(`${open.url}/s/sub_unknown`);
  await expect(page.getByRole('heading', { name: 'This result isn’t here' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go to the form' }).click();
  await expect(submitButton(page)).toBeVisible();
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('on a phone a photo can be taken', async ({ page, portico }) => {
    await page.goto((await makeForm(portico, answering('ok'))).url);
    const camera = page.locator('input[capture=environment]');
    await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    expect(await (await chooser).element().getAttribute('accept')).toBe('image/*');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await camera.setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: png });
    await expect(fileRow(page, 'image.png')).toContainText('Uploaded');
  });
});
