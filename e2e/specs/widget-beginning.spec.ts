import type { Page } from '@playwright/test';
import { boxOf } from '../support/pixels.ts';
import { expect, moving, test } from '../support/test.ts';
import { askAndRead, composerOf, launcherOf, repliesOf } from '../support/widget.ts';

test.use(moving);

/** Regardless of its language, and if there is no composer yet. */
const open = (page: Page): Promise<void> => page.locator('.launcher .toggle').click();

const brand = { welcome_message: 'Hello! How can we help?', suggested_prompts: ['When are you open?', 'Book a berth'] };

test('the owner’s texts are shown in the visitor’s language', async ({ page, newChat, embed }) => {
  const texts = { de: { title: 'Hafenbüro', welcome_message: 'Moin!', suggested_prompts: ['Wann ist offen?'] } };
  const chat = await newChat({ texts, behaviour: { title: 'Harbour', ...brand } });
  await page.goto(embed(chat, { script: { locale: 'de-AT' } }));
  await open(page);
  const dialog = page.getByRole('dialog', { name: 'Hafenbüro' });
  await expect(dialog.getByText('Moin!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Wann ist offen?' })).toBeVisible();
  // The panel was open on the page before, so it opens by itself.
  await page.goto(embed(chat, { script: { locale: 'fr' } }));
  await expect(page.getByRole('dialog', { name: 'Harbour' }).getByText('Hello!')).toBeVisible();
});

test('the pre-chat fields are shown once, and name the visitor', async ({ page, newChat, embed }) => {
  const fields = [
    { name: 'name', label: 'Your name', required: true },
    { name: 'topic', label: 'Topic', type: 'select', options: ['Berth', 'Other'] },
    { name: 'boats', label: 'Boats', type: 'multiselect', options: ['Sail', 'Motor', 'Row'], required: true },
  ];
  const chat = await newChat({ pre_chat: { enabled: true, fields } });
  await page.goto(embed(chat));
  await open(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start the chat' }).click();
  await expect(dialog.getByLabel('Your name')).toBeFocused();
  await expect(composerOf(page)).toHaveCount(0);
  await dialog.getByLabel('Your name').fill('Ada');
  await dialog.getByLabel('Topic').selectOption('Berth');
  await dialog.getByRole('button', { name: 'Start the chat' }).click();
  const boats = dialog.getByRole('group', { name: 'Boats' });
  await expect(boats.getByRole('checkbox', { name: 'Sail' })).toBeFocused();
  await boats.getByRole('checkbox', { name: 'Motor' }).check();
  await boats.getByRole('checkbox', { name: 'Row' }).check();
  await dialog.getByRole('button', { name: 'Start the chat' }).click();
  await askAndRead(page, 'Hello');
  expect(await chat.sessions()).toMatchObject([
    { user_name: 'Ada', metadata: { topic: 'Berth', boats: ['Motor', 'Row'] } },
  ]);
  await page.reload();
  await expect(repliesOf(page)).toHaveCount(1);
  await askAndRead(page, 'Again');
});

test('a field that is missing is shown with its label, on a phone', async ({ page, newChat, embed }) => {
  await page.setViewportSize({ width: 375, height: 500 });
  const long =
    'Which address shall we use for the bills of your berth, and of everything else that you order from our office?';
  const fields = ['Name', long, 'Harbour', 'Country', 'Berth', 'Arrival'].map((label, index) => {
    return { name: `field${index}`, label, required: index < 2 };
  });
  await page.goto(embed(await newChat({ pre_chat: { enabled: true, fields } })));
  await open(page);
  const dialog = page.getByRole('dialog');
  for (const label of ['Name', long]) {
    await dialog.getByRole('button', { name: 'Start the chat' }).click();
    await expect(dialog.getByLabel(label)).toBeFocused();
    const top = (await boxOf(dialog.getByText(label, { exact: true }))).y;
    expect(top).toBeGreaterThan((await boxOf(dialog.getByRole('region'))).y);
    await dialog.getByLabel(label).fill('Ada');
  }
});

test('a box keeps its size beside a long label', async ({ page, newChat, embed }) => {
  const label = 'I have read the rules of the harbour and '.repeat(4);
  const fields = [
    { name: 'short', label: 'Yes', type: 'checkbox' },
    { name: 'long', label, type: 'checkbox' },
  ];
  await page.goto(embed(await newChat({ pre_chat: { enabled: true, fields } })));
  await open(page);
  const [short, long] = [page.getByRole('checkbox').first(), page.getByRole('checkbox').last()];
  expect((await boxOf(long)).width).toBe((await boxOf(short)).width);
});

test('what the server would refuse in a pre-chat field is corrected there', async ({ page, newChat, embed }) => {
  const fields = [
    { name: 'email', label: 'Your e-mail', required: true },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'phone', label: 'Phone' },
    { name: 'boat', label: 'Boat' },
    { name: 'parcel', label: 'Parcel', type: 'number', required: true },
  ];
  const chat = await newChat({ pre_chat: { enabled: true, fields } });
  await page.goto(embed(chat));
  await open(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Phone')).toHaveAttribute('autocomplete', 'tel');
  await expect(dialog.getByLabel('Phone')).toHaveAttribute('type', 'tel');
  await expect(dialog.getByLabel('Boat')).not.toHaveAttribute('autocomplete');
  const start = async () => dialog.getByRole('button', { name: 'Start the chat' }).click();
  const email = dialog.getByLabel('Your e-mail');
  await expect(email).toHaveAttribute('autocomplete', 'email');
  await dialog.getByLabel('Day').fill('0024-05-14');
  await email.fill('ada@harbour');
  await start();
  await expect(email).toBeFocused();
  await email.fill('ada@harbour.c0m');
  await start();
  await expect(email).toBeFocused();
  await email.fill('ada@пример.рф');
  await start();
  await expect(dialog.getByLabel('Day')).toBeFocused();
  await dialog.getByLabel('Day').fill('2024-05-14');
  const parcel = dialog.getByLabel('Parcel');
  const isWrong = (text: string) =>
    parcel.evaluate((input, wrong) => input instanceof HTMLInputElement && input.validationMessage === wrong, text);
  for (const [typed, wrong] of [
    ['  ', 'Enter a number.'],
    ['12345678901234567890', 'This number has too many digits.'],
    ['-9007199254740993', 'This number has too many digits.'],
    ['12 kg', 'Enter a number.'],
  ] as const) {
    await parcel.fill(typed);
    await start();
    await expect(parcel).toBeFocused();
    expect(await isWrong(wrong)).toBe(true);
    await expect(parcel).toHaveValue(typed);
  }
  await parcel.clear();
  await parcel.pressSequentially('-0,5');
  await start();
  await askAndRead(page, 'Hello');
  expect(await chat.sessions()).toMatchObject([
    { user_email: 'ada@xn--e1afmkfd.xn--p1ai', metadata: { day: '2024-05-14', parcel: -0.5 } },
  ]);
});

test('a link in a mail that no longer works is explained before the pre-chat fields are filled in', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat({ pre_chat: { enabled: true, fields: [{ name: 'name', label: 'Your name' }] } });
  await page.goto(`${embed(chat)}#portico-resume=used`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your name')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('no longer works');
  await dialog.getByRole('button', { name: 'Start the chat' }).click();
  await askAndRead(page, 'Hello');
});

test('the labels of the pre-chat fields are aligned with the chat, in any language', async ({
  page,
  newChat,
  embed,
}) => {
  const fields = [{ name: 'name', label: 'Your name', required: true }];
  const chat = await newChat({ pre_chat: { enabled: true, fields } });
  await page.goto(embed(chat, { script: { locale: 'ar', open: '' } }));
  const field = await boxOf(page.getByLabel('Your name'));
  // Where the letters are: the element around them may be as wide as the field.
  const right = await page.getByText('Your name').evaluate((label) => {
    const range = document.createRange();
    range.selectNode([...label.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? label);
    return range.getBoundingClientRect().right;
  });
  expect(Math.abs(right - field.x - field.width)).toBeLessThan(4);
});

test('the browser solves the challenge automatically, once per session', async ({ page, newChat, embed }) => {
  const chat = await newChat({ challenge: 'proof_of_work' });
  const asked: string[] = [];
  page.on('request', (request) => /\/challenge\?/.test(request.url()) && asked.push(request.url()));
  await page.goto(embed(chat));
  await open(page);
  await askAndRead(page, 'Hello');
  await askAndRead(page, 'Again');
  expect(asked).toHaveLength(1);
  expect(await chat.sessions()).toHaveLength(1);
});

test('the header shows the brand, keeps its height and truncates nothing', async ({ page, newChat, embed }) => {
  const subtitle = 'We usually answer within a few minutes, on every day of the week and in nine languages';
  const branding = { primary_color: '#0f766e', logo_url: '/nothing-here.png' };
  const chat = await newChat({ branding, behaviour: { title: 'Harbour desk', subtitle, ...brand } });
  await page.goto(embed(chat));
  await open(page);
  const head = page.locator('.head');
  await expect(head).toHaveCSS('background-color', 'rgb(15, 118, 110)');
  // A logo that can't be loaded leaves the initial.
  await expect(head.locator('.avatar')).toHaveText('H');
  const line = head.getByText(subtitle);
  expect(await line.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  // Not the height of its bounding box, which grows while the panel opens.
  const heightOf = () => head.evaluate((element) => element.clientHeight);
  const height = await heightOf();
  const greeting = await boxOf(page.locator('.greets .md'));
  const prompt = await boxOf(page.getByRole('button', { name: 'When are you open?' }));
  // Directly below the greeting, at its edge.
  expect(Math.abs(prompt.x - greeting.x)).toBeLessThan(2);
  expect(prompt.y - greeting.y - greeting.height).toBeLessThan(20);
  await askAndRead(page, 'Hello');
  expect(await heightOf()).toBe(height);
});

test('a title of 200 characters takes two lines, a subtitle of 500 four, and their tooltips are the whole of them', async ({
  page,
  newChat,
  embed,
}) => {
  const title = 'Harbour desk of the '.repeat(10).trim();
  const subtitle = 'We answer at once, '.repeat(26).trim();
  const chat = await newChat({ behaviour: { title, subtitle, ...brand } });
  await page.goto(embed(chat));
  await open(page);
  const heading = page.getByRole('heading', { name: title, exact: true });
  await expect(heading).toHaveAttribute('title', title);
  const countLines = (element: Element) =>
    element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight);
  expect(Math.round(await heading.evaluate(countLines))).toBe(2);
  const below = page.getByTitle(subtitle, { exact: true });
  await expect(below).toHaveText(subtitle);
  expect(Math.round(await below.evaluate(countLines))).toBe(4);
});

test('the message beside the launcher follows dark mode and has a large close button', async ({
  page,
  newChat,
  embed,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const chat = await newChat({ behaviour: { launcher: { proactive_message: 'May I help?' } } });
  await page.goto(embed(chat));
  const tip = page.locator('.tip');
  await expect(tip.getByText('May I help?')).toBeVisible();
  await expect(tip).toHaveCSS('background-color', /^rgb\((\d|[1-5]\d), (\d|[1-5]\d), (\d|[1-5]\d)\)$/);
  const close = await boxOf(tip.getByRole('button').last());
  expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44);
  await tip.getByRole('button').last().click();
  await expect(tip).toBeHidden();
  await expect(launcherOf(page)).toBeVisible();
});
