import type { Locator } from '@playwright/test';
import { callApi } from '../support/chat-interfaces.ts';
import { signInWithKey } from '../support/console.ts';
import { answering, makeForm } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

type Saved = {
  fields: { name: string; label: string }[];
  cover: object | null;
  file_upload_label: string | null;
  output_label: string | null;
};

test('what another member has saved in a form is kept, and only replaced after a warning', async ({
  page,
  portico,
}) => {
  const fields = ['Boat', 'Basin', 'Length'].map((label) => ({ name: label.toLowerCase(), label }));
  const { id } = await makeForm(portico, answering('Noted.'), { fields });
  const read = async () => callApi<Saved>(portico, 'GET', `/form-interfaces/${id}`);
  const labels = async () => (await read()).fields.map(({ label }) => label);
  const saveAsOther = async (at: number, label: string) => {
    const now = (await read()).fields;
    await callApi(portico, 'PATCH', `/form-interfaces/${id}`, {
      fields: now.map((field, index) => (index === at ? { ...field, label } : field)),
    });
  };
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${id}`);
  const labelOf = (at: number) => page.locator('.field-card').nth(at).getByLabel('Label', { exact: true });

  await labelOf(0).fill('Your boat');
  await saveAsOther(1, 'Which basin?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expect(labelOf(1)).toHaveValue('Which basin?');
  expect(await labels()).toEqual(['Your boat', 'Which basin?', 'Length']);

  await labelOf(2).fill('How long?');
  await saveAsOther(2, 'Metres');
  // Also after a reload: what is unsaved began with what was saved then.
  await page.reload();
  const warning = page.getByRole('alert').filter({ hasText: 'Also changed by somebody else' });
  await expect(warning).toContainText('How long?');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(labelOf(2)).toHaveValue('Metres');
  await labelOf(2).fill('How long?');
  await saveAsOther(2, 'Feet');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(warning).toContainText('How long?');
  expect(await labels()).toEqual(['Your boat', 'Which basin?', 'Feet']);
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(warning).toBeHidden();
  await expect.poll(labels).toEqual(['Your boat', 'Which basin?', 'How long?']);
});

test('who saves or discards with the keyboard is back in the field', async ({ page, portico }) => {
  const { id } = await makeForm(portico, answering('Noted.'));
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${id}`);
  const title = page.getByLabel('Title');
  await title.waitFor();
  // Once it is saved, the next change can be made, while the page still reads everything again.
  await page.route('**/api/v1/form-interfaces/*', async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  for (const name of ['Save', 'Discard']) {
    await title.focus();
    await page.keyboard.type('!');
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await expect(title).toBeFocused();
  }
  // If it is refused, the press can be repeated.
  await page.route('**/api/v1/form-interfaces/*', async (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.keyboard.type('!');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-bar').getByRole('alert')).toBeVisible();
  await expect(save).toBeFocused();
});

test('a form’s cover and all of its texts are set while the form beside them shows them', async ({ page, portico }) => {
  const { id } = await makeForm(portico, answering('Noted.'));
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${id}`);
  const preview = page.frameLocator('iframe[title="Preview"]');
  await page.getByLabel('Cover', { exact: true }).selectOption('A picture of Portico');
  await page.getByLabel('Picture', { exact: true }).selectOption('Tide');
  await expect(preview.locator('.cover img')).toHaveAttribute('src', /tide/);
  await page.getByLabel('Cover', { exact: true }).selectOption('A colour');
  await page.locator('[name="cover.value"]').fill('#0b6e4f');
  await expect(preview.locator('.cover-colour')).toHaveCSS('background-color', 'rgb(11, 110, 79)');
  await page.getByLabel('Label of the files').fill('Drawings');
  await page.getByLabel('Label of the addresses').fill('Pages about the boat');
  await expect(preview.getByText('Drawings')).toBeVisible();
  await expect(preview.getByText('Pages about the boat')).toBeVisible();
  await page.getByLabel('Button while it is sent').fill('On its way');
  await page.getByLabel('Heading of the result').fill('Our answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const saved = await callApi<Saved>(portico, 'GET', `/form-interfaces/${id}`);
  expect(saved).toMatchObject({
    cover: { type: 'color', value: '#0b6e4f' },
    file_upload_label: 'Drawings',
    url_input_label: 'Pages about the boat',
    submit_loading_text: 'On its way',
    output_label: 'Our answer',
  });
  // A picture without its address is refused at its field; a former choice comes back.
  await page.getByLabel('Cover', { exact: true }).selectOption('Your picture');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Address of the picture')).toBeFocused();
  await page.getByLabel('Cover', { exact: true }).selectOption('A picture of Portico');
  await expect(page.getByLabel('Picture', { exact: true })).toHaveValue('tide');
});

test('a condition that is chosen from lists, with the keyboard, decides what visitors see', async ({
  page,
  portico,
}) => {
  const { id, url } = await makeForm(portico, answering('Noted.'), {
    fields: [
      { name: 'kind', label: 'Kind', type: 'select', options: ['Rowing boat', 'Motor boat'] },
      { name: 'fuel', label: 'Fuel' },
    ],
  });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${id}`);
  const card = page.getByRole('group', { name: 'Fuel' });
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  await card.getByLabel('Show', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await card.getByLabel('Condition 1: value').focus();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.reload();
  await expect(card.getByLabel('Condition 1: question')).toHaveValue('kind');
  await expect(card.getByLabel('Condition 1: value')).toHaveValue('Motor boat');
  // A single condition, which can't be removed, ends where the field above it ends.
  const [above, last] = await Promise.all(
    ['Show', 'Condition 1: value'].map(async (label) => card.getByLabel(label, { exact: true }).boundingBox()),
  );
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((above?.x ?? 0) + (above?.width ?? 0), 0);
  await page.goto(url);
  await page.getByLabel('Kind').selectOption('Motor boat');
  await expect(page.getByLabel('Fuel')).toBeVisible();
  await page.getByLabel('Kind').selectOption('Rowing boat');
  await expect(page.getByLabel('Fuel')).toBeHidden();
});

test('the preview of a form is as high as the window, and a question has a line of its own', async ({
  page,
  portico,
}) => {
  const { id } = await makeForm(portico, answering('Noted.'), { fields: [{ name: 'boat', label: 'Boat' }] });
  await signInWithKey(page, portico);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${portico.url}/console/forms/${id}`);
  const card = page.getByRole('group', { name: 'Boat' });
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(card.getByLabel('Label', { exact: true }))).toBeGreaterThan((await widthOf(card)) * 0.8);
  const frame = page.locator('iframe');
  await expect(frame.contentFrame().getByLabel('Boat')).toBeVisible();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(750);
  // Below the settings, it is as high as the window that it represents.
  await page.setViewportSize({ width: 700, height: 500 });
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(500);
});

test('a line shows where a dragged question will be', async ({ page, portico }) => {
  const { id } = await makeForm(portico, answering('Noted.'), {
    fields: ['Boat', 'Basin', 'Fuel'].map((label) => ({ name: label.toLowerCase(), label })),
  });
  await signInWithKey(page, portico);
  // All cards are in the window.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto(`${portico.url}/console/forms/${id}`);
  const card = (name: string) => page.getByRole('group', { name, exact: true });
  const labels = () => page.locator('.field-card').evaluateAll((cards) => cards.map((each) => each.ariaLabel));
  const line = page.locator('.drop-above, .drop-below');
  const dragOver = async (name: string, ...others: string[]): Promise<void> => {
    await card(name).locator('.grip').hover();
    await page.mouse.down();
    for (const other of others) {
      const box = await card(other).getByLabel('Label', { exact: true }).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 10];
      // The first move enters the card, and only the next is one over it.
      await page.mouse.move(x, y);
      await page.mouse.move(x + 5, y);
    }
  };
  await dragOver('Boat', 'Basin', 'Fuel');
  await expect(line).toHaveCount(1);
  await expect(card('Fuel')).toHaveClass(/drop-below/);
  await page.mouse.up();
  await expect.poll(labels).toEqual(['Basin', 'Fuel', 'Boat']);
  await expect(line).toHaveCount(0);

  await dragOver('Boat', 'Fuel');
  await expect(card('Fuel')).toHaveClass(/drop-above/);
  // Onto the line itself, between the cards.
  const { x, y } = (await card('Fuel').boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 100, y - 6);
  await page.mouse.move(x + 105, y - 6);
  await expect(line).toHaveCount(1);
  await page.mouse.up();
  await expect.poll(labels).toEqual(['Basin', 'Boat', 'Fuel']);
});

test('the reason why agents can’t be read stays inside the dialog of a new form', async ({ page, portico }) => {
  const error = { code: 'internal_error', message: 'Something went wrong.', details: {} };
  const meta = { request_id: `req_${'0123456789'.repeat(3).slice(0, 26)}`, timestamp: new Date().toISOString() };
  await page.route('**/api/v1/agents?*', async (route) => route.fulfill({ status: 500, json: { error, meta } }));
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms`);
  await page.getByRole('button', { name: 'New form' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(meta.request_id)).toBeVisible();
  const endOf = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
  expect(await endOf(dialog.getByLabel('Agent', { exact: true }))).toBeLessThanOrEqual(
    await endOf(dialog.getByLabel('Title')),
  );
});
