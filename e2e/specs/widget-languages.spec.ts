import { boxOf } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';
import { ask, callPortico, openChat, placeholders, repliesOf } from '../support/widget.ts';

test('nine languages, each loaded separately and only when needed', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/widget\/(\w\w)-[\w-]+\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) loaded.push(name);
  });
  const url = embed(chat);
  await page.goto(url);
  await openChat(page);
  expect(loaded).toEqual([]);
  for (const [language, hint] of Object.entries(placeholders)) {
    await callPortico(page, 'update', { locale: language });
    const frame = page.locator(`.pt[lang=${language}]`);
    await expect(frame).toHaveAttribute('dir', ['ar', 'he'].includes(language) ? 'rtl' : 'ltr');
    await expect(frame.locator('textarea')).toHaveAttribute('placeholder', hint);
  }
  expect(loaded).toEqual(Object.keys(placeholders).slice(1));
});

test('right to left mirrors the whole panel, and each text keeps its own direction', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const chat = await newChat();
  await page.goto(embed(chat, { script: { locale: 'ar', open: '' }, lang: 'ar' }));
  const composer = page.locator('textarea');
  await expect(composer).toBeVisible();
  model.answer({ text: 'An English answer.' });
  await composer.fill('سؤال بالعربية');
  await composer.press('Enter');
  const reply = repliesOf(page).locator('p');
  await expect(reply).toHaveText('An English answer.');
  await expect(reply).toHaveCSS('direction', 'ltr');
  await expect(page.locator('.msg.user .bubble')).toHaveCSS('direction', 'rtl');
  const bubble = await boxOf(page.locator('.msg.user .bubble'));
  const list = await boxOf(page.locator('.thread'));
  // The visitor's own messages are at the end of the line, which is the left.
  expect(bubble.x - list.x).toBeLessThan(list.width / 3);

  model.answer(
    { text: '| الطراز | السعر |\n| --- | --- |\n| Harbour | 890 |' },
    { text: '| Model | Price |\n| --- | --- |\n| هاربور | 890 |' },
  );
  const columns = page.getByRole('table').last().getByRole('columnheader');
  for (const [first, isFromRight] of [
    ['الطراز', true],
    ['Model', false],
  ] as const) {
    await composer.fill('جدول');
    await composer.press('Enter');
    await expect(columns.first()).toHaveText(first);
    const [one, two] = [await boxOf(columns.first()), await boxOf(columns.last())];
    expect(one.x > two.x, first).toBe(isFromRight);
  }
});

test('right-to-left text in an English chat has its quotes, lists and tables at the right', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const chat = await newChat();
  await page.goto(embed(chat, { script: { open: '' } }));
  model.answer({
    text: '> اقتباس من مستند\n\n- عنصر\n\n  فقرة\n\n| الطراز | السعر |\n| --- | --- |\n| هاربور | 890 |',
  });
  await ask(page, 'Table');
  const reply = repliesOf(page);
  await expect(reply.getByRole('table')).toBeVisible();
  for (const part of [reply.getByRole('blockquote'), reply.getByRole('list'), reply.getByRole('group')])
    await expect(part).toHaveCSS('direction', 'rtl');
  // The right edge of a table fades out as long as more columns follow; this table’s columns follow at the left.
  await expect(reply.getByRole('group')).toHaveCSS('animation-name', 'none');
});
