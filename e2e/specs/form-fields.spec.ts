import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { answering, fileRow, makeForm, output, picker, step, submitButton, textFile } from '../support/forms.ts';
import { openClient } from '../support/open-client.ts';
import { expect, test } from '../support/test.ts';

const fields = [
  { name: 'boat', label: 'Name of the boat', type: 'text', required: true },
  { name: 'length', label: 'Length in metres', type: 'number', required: true },
  { name: 'basin', label: 'Basin', type: 'select', options: ['North', 'Fishing', 'Marina'], required: true },
  { name: 'needs', label: 'What do you need?', type: 'multiselect', options: ['Water', 'Power', 'Crane'] },
  { name: 'weight', label: 'Weight for the crane', type: 'number', required: true, show_if: '"Crane" in inputs.needs' },
  { name: 'arrival', label: 'Day of arrival', type: 'date', required: true },
  { name: 'remarks', label: 'Remarks', type: 'textarea' },
  { name: 'rules', label: 'I know the rules of the harbour', type: 'checkbox', required: true },
];
const inputs = '{{ $string(inputs) }}';

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name of the boat').fill('Havternen');
  await page.getByLabel('Length in metres').fill('11.4');
  await page.getByLabel('Basin').selectOption('Marina');
  await page.getByLabel('Day of arrival').fill('2026-05-14');
  await page.getByLabel('I know the rules of the harbour').check();
}

test('every error is shown beside its field and in a focused summary with links', async ({ page, portico }) => {
  const form = await makeForm(portico, answering(inputs), { fields });
  await page.goto(form.url);
  await submitButton(page).click();
  const summary = page.getByRole('group', { name: '5 things need your attention' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Name of the boat',
    'Length in metres',
    'Basin',
    'Day of arrival',
    'I know the rules of the harbour',
  ]);
  const boat = page.getByLabel('Name of the boat');
  await expect(boat).toHaveAttribute('aria-invalid', 'true');
  await expect(boat).toHaveAccessibleDescription(/Fill in this field/);
  expect(await findFaults(page)).toEqual([]);
  await summary.getByRole('link', { name: 'Basin' }).click();
  await expect(page.getByLabel('Basin')).toBeFocused();
  await fillIn(page);
  await expect(boat).not.toHaveAttribute('aria-invalid', 'true');
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect((await form.submissions())[0]?.inputs).toEqual({
    boat: 'Havternen',
    length: 11.4,
    basin: 'Marina',
    arrival: '2026-05-14',
    rules: true,
  });
});

test('the beginning of a summary that is longer than the window is shown', async ({ page, portico }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const many = Array.from({ length: 40 }, (_, at) => ({
    name: `f${at}`,
    label: `Berth ${at}`,
    type: 'text',
    required: true,
  }));
  await page.goto((await makeForm(portico, answering(inputs), { fields: many })).url);
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: '40 things need your attention' })).toBeFocused();
  await expect(page.getByRole('heading', { name: '40 things need your attention' })).toBeInViewport();
});

test('a field appears with its condition, is then required, and is not sent when it is hidden', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, answering(inputs), { fields });
  await page.goto(form.url);
  await fillIn(page);
  const weight = page.getByLabel('Weight for the crane');
  await expect(weight).toBeHidden();
  await page.getByLabel('Crane', { exact: true }).check();
  await expect(weight).toBeVisible();
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'One thing needs your attention' })).toContainText(
    'Weight for the crane',
  );
  await weight.fill('7');
  await page.getByLabel('Crane', { exact: true }).uncheck();
  await page.getByLabel('Water', { exact: true }).check();
  await expect(weight).toBeHidden();
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  const [record] = await form.submissions();
  expect(record?.inputs).toMatchObject({ needs: ['Water'] });
  expect(record?.inputs).not.toHaveProperty('weight');
});

test('a number or a date that is incomplete is a fault, and is not left out', async ({ page, portico }) => {
  const optional = fields.filter(({ type }) => type === 'number' || type === 'date').slice(0, 3);
  const form = await makeForm(portico, answering(inputs), {
    fields: optional.map(({ name, label, type }) => ({ name, label, type })),
  });
  await page.goto(form.url);
  const length = page.getByLabel('Length in metres');
  const arrival = page.getByLabel('Day of arrival');
  await length.pressSequentially('12e');
  await arrival.pressSequentially('05');
  await arrival.press('Enter');
  const summary = page.getByRole('group', { name: '2 things need your attention' });
  await expect(summary.getByRole('listitem')).toHaveText([
    'Length in metres Enter a number.',
    'Day of arrival Enter a date.',
  ]);
  // What was typed is still there, and can be completed.
  await length.press('End');
  await length.pressSequentially('1');
  await arrival.fill('2026-05-14');
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect((await form.submissions())[0]?.inputs).toEqual({ length: 120, arrival: '2026-05-14' });
});

test('a number with a comma keeps its decimals in an English browser', async ({ page, portico }) => {
  const form = await makeForm(portico, answering(inputs), {
    fields: [{ name: 'length', label: 'Length in metres', type: 'number' }],
  });
  await page.goto(form.url);
  const length = page.getByLabel('Length in metres');
  await length.pressSequentially('1,5');
  await expect(length).toHaveValue('1,5');
  await expect(length).toHaveAttribute('inputmode', 'numeric');
  expect(await findFaults(page)).toEqual([]);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  expect((await form.submissions())[0]?.inputs).toEqual({ length: 1.5 });
});

test('a form that its owner changes while it is filled in keeps the input, and shows what it lacks', async ({
  page,
  portico,
}) => {
  const form = await makeForm(portico, answering(inputs), { fields });
  await page.goto(form.url);
  await fillIn(page);
  await picker(page).setInputFiles(textFile('papers.txt', 'Registered in Oslo'));
  await expect(fileRow(page, 'papers.txt')).toContainText('Uploaded');
  const changed = fields.map((field) => (field.name === 'basin' ? { ...field, options: ['North', 'South'] } : field));
  const crew = { name: 'crew', label: 'How many are you?', type: 'number', required: true };
  // The client wants the types of the fields, which this test spells out.
  const patch = { fields: [...changed, crew] } as Parameters<
    ReturnType<typeof openClient>['formInterfaces']['update']
  >[1];
  await openClient(portico).formInterfaces.update(form.id, patch);
  await submitButton(page).click();
  const summary = page.getByRole('group', { name: '2 things need your attention' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    'Basin Choose an option.',
    'How many are you? Fill in this field.',
  ]);
  await expect(page.getByLabel('Name of the boat')).toHaveValue('Havternen');
  await page.getByLabel('Basin').selectOption('South');
  await page.getByLabel('How many are you?').fill('3');
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  const [record] = await form.submissions();
  expect(record?.inputs).toMatchObject({ boat: 'Havternen', basin: 'South', crew: 3 });
  expect(record?.files).toMatchObject([{ file_name: 'papers.txt' }]);
});

test('errors of the server are shown at their fields', async ({ page, portico }) => {
  const form = await makeForm(portico, answering(inputs), { fields: fields.slice(0, 1) });
  await page.goto(form.url);
  await page.getByLabel('Name of the boat').fill('x'.repeat(100_001));
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'One thing needs your attention' })).toBeFocused();
  await expect(page.getByLabel('Name of the boat')).toHaveAccessibleDescription(/100,000 characters/);
});

test('all input survives a reload until it is sent', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
  await page.goto(form.url);
  await fillIn(page);
  await page.getByLabel('What is it about?').fill('A berth for the summer');
  await page.getByRole('textbox', { name: 'Web addresses' }).fill('example.com/boat');
  await page.getByRole('textbox', { name: 'Web addresses' }).press('Enter');
  await picker(page).setInputFiles(textFile('papers.txt', 'Papers.'));
  await expect(fileRow(page, 'papers.txt')).toContainText('Uploaded');
  await page.reload();
  await expect(page.getByText('We kept what you had filled in.')).toBeVisible();
  await expect(page.getByLabel('What is it about?')).toHaveValue('A berth for the summer');
  await expect(page.getByLabel('Basin')).toHaveValue('Marina');
  await expect(page.getByLabel('I know the rules of the harbour')).toBeChecked();
  await expect(page.getByRole('list', { name: 'Addresses to read' })).toContainText('example.com');
  await expect(fileRow(page, 'papers.txt')).toContainText('Uploaded');
  await page.getByRole('button', { name: 'Remove https://example.com/boat' }).click();
  await submitButton(page).click();
  await expect(output(page)).toHaveText('Done.');
  await page.goto(form.url);
  await expect(page.getByLabel('What is it about?')).toHaveValue('');
  await expect(page.getByText('We kept what you had filled in.')).toBeHidden();
});

test('input of another form that has expired is removed when a form is opened', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('Done.'), { fields });
  await page.goto(form.url);
  await page.evaluate(() =>
    localStorage.setItem('portico:form:other:draft', '{"savedAt":0,"value":{"message":"Mine"}}'),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a link prefills the form, and typed input has priority', async ({ page, portico }) => {
  const form = await makeForm(portico, answering(inputs), { fields, input_label: 'What is it about?' });
  const query = 'boat=Ragnhild&needs=Water,Power&rules=true&message=Hello&url=https://example.com/a';
  await page.goto(`${form.url}?${query}`);
  await expect(page.getByLabel('Name of the boat')).toHaveValue('Ragnhild');
  await expect(page.getByLabel('Water', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Power', { exact: true })).toBeChecked();
  await expect(page.getByLabel('What is it about?')).toHaveValue('Hello');
  await expect(page.getByRole('list', { name: 'Addresses to read' })).toContainText('example.com');
  await page.getByLabel('Name of the boat').fill('Kittiwake');
  await page.getByLabel('Name of the boat').blur();
  await page.reload();
  await expect(page.getByLabel('Name of the boat')).toHaveValue('Kittiwake');
});

test('the form is filled in and sent, and its result copied, with the keyboard alone', async ({ page, portico }) => {
  const form = await makeForm(portico, answering('Moored.'), { fields: fields.slice(0, 4) });
  await page.goto(form.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const { activeElement: active } = document;
        const labels = active instanceof HTMLInputElement || active instanceof HTMLSelectElement ? active.labels : null;
        return [active?.getAttribute('aria-label'), labels?.[0]?.textContent, active?.textContent].join(' ');
      });
      if (name.test(label)) return;
    }
    throw new Error(`no ${String(name)} by the keyboard`);
  };
  await tabTo(/Name of the boat/);
  await page.keyboard.type('Havternen');
  await tabTo(/Length/);
  await page.keyboard.type('9');
  await tabTo(/Basin/);
  await page.keyboard.press('m');
  await tabTo(/Water/);
  await page.keyboard.press('Space');
  const outline = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return `${style.outlineStyle} ${style.boxShadow}`;
  });
  expect(outline).not.toBe('none none');
  await tabTo(/Submit/);
  await page.keyboard.press('Enter');
  await expect(step(page)).toHaveText('Completed');
  await tabTo(/^ ?Copy|Copy/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'With formatting' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  expect((await form.submissions())[0]?.inputs).toEqual({
    boat: 'Havternen',
    length: 9,
    basin: 'Marina',
    needs: ['Water'],
  });
});

test('an e-mail address has its own keyboard and is filled in by browsers, and a wrong one is explained', async ({
  page,
  portico,
}) => {
  const email = { name: 'email', label: 'E-mail address', type: 'text', format: 'email', required: true };
  const form = await makeForm(portico, answering(inputs), { fields: [email] });
  await page.goto(`${form.url}?locale=de`);
  const field = page.getByLabel('E-mail address');
  await expect(field).toHaveAttribute('type', 'email');
  await expect(field).toHaveAttribute('autocomplete', 'email');
  await field.fill('ada@harbour');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(field).toHaveAccessibleDescription(/etwa name@example\.com/);
  await field.fill('Ada@Example.com');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect.poll(async () => (await form.submissions())[0]?.inputs).toEqual({ email: 'ada@example.com' });
});
