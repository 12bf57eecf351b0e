import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { findDemoAgent } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, chooseFromMenu, composerOf, launcherOf, repliesOf } from '../support/widget.ts';

// axe judges colours as currently rendered; elements that still fade in would fail.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function expectNoFault(page: Page, state: string): Promise<void> {
  expect(await findFaults(page), state).toEqual([]);
}

const proofs = [
  { name: 'light', colorScheme: 'light', locale: 'en' },
  { name: 'dark', colorScheme: 'dark', locale: 'en' },
  { name: 'right to left', colorScheme: 'light', locale: 'ar' },
] as const;

for (const { name, colorScheme, locale } of proofs) {
  test.describe(name, () => {
    test.use({ colorScheme });

    test('axe finds nothing: closed, open, streaming, answered, failed, attachments', async ({
      page,
      newChat,
      embed,
      model,
    }) => {
      const chat = await newChat({
        behaviour: { welcome_message: 'Welcome', suggested_prompts: ['One?', 'Two?'], subtitle: 'We answer at once' },
        uploads: { max_files: 2, allowed_types: ['txt'] },
      });
      await page.goto(embed(chat, { lang: locale, script: { locale } }));
      const launcher = page.locator('.launcher .toggle');
      await expect(launcher).toBeVisible();
      await expectNoFault(page, 'closed');
      await launcher.click();
      const composer = page.locator('textarea[data-composer]');
      await expect(composer).toBeFocused();
      await expect(page.getByText('Welcome')).toBeVisible();
      await expectNoFault(page, 'open');

      const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Steel is real.') });
      await page.locator('input[type=file]').setInputFiles([file('a.txt'), file('b.png')]);
      await expect(page.locator('.file.done')).toHaveCount(1);
      await expect(page.locator('.file.failed')).toHaveCount(1);
      await expectNoFault(page, 'attachments');

      const reply = model.hold();
      await composer.fill('Tell me');
      await composer.press('Enter');
      await reply.write(
        '## Part\n\n#### Skipped\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c |\n| - |\n| 3 |\n\n`code` and [a link](https://example.com)\n\n```\nx\n```\n\n```\ny\n```\n\nand ',
      );
      await expect(repliesOf(page).last()).toContainText('and');
      await expectNoFault(page, 'streaming');
      await reply.end();
      await expect(page.locator('.actions')).toBeVisible();
      await expectNoFault(page, 'answered');

      model.answer({ status: 400 });
      await composer.fill('This fails');
      await composer.press('Enter');
      await expect(page.locator('.note.bad')).toBeVisible();
      await expectNoFault(page, 'failed');
    });

    test('axe finds nothing: menu, history, feedback, deletion, offline', async ({ page, context, newChat, embed }) => {
      const chat = await newChat();
      await page.goto(embed(chat, { lang: locale, script: { locale, open: '' } }));
      const composer = page.locator('textarea[data-composer]');
      await composer.fill('A subject');
      await composer.press('Enter');
      await expect(page.locator('.actions')).toBeVisible();
      await page.locator('.actions button').nth(2).click();
      await expect(page.locator('.comment textarea')).toBeFocused();
      await expectNoFault(page, 'feedback');
      await page.keyboard.press('Escape');
      const menu = page.locator('.menu [aria-haspopup]');
      await menu.click();
      await expectNoFault(page, 'menu');
      await page.getByRole('menuitem').first().click();
      await menu.click();
      await page.getByRole('menuitem').first().click();
      await expect(page.locator('.past li')).toHaveCount(1);
      await expectNoFault(page, 'history');
      await page.locator('.past li button').click();
      await expect(page.locator('.msg')).toHaveCount(2);
      await menu.click();
      await page.getByRole('menuitem').last().click();
      await expect(page.locator('.sheet')).toBeVisible();
      await expectNoFault(page, 'deletion');
      await page.keyboard.press('Escape');
      await context.setOffline(true);
      await expect(page.locator('.banner.offline')).toBeVisible();
      await expectNoFault(page, 'offline');
    });

    test('axe finds nothing: consent, a passage, full screen on a phone', async ({ page, portico, newChat, embed }) => {
      const agentId = await findDemoAgent(portico);
      const chat = await newChat({ agentId, consent: { required: true, privacy_url: 'https://example.com/privacy' } });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(embed(chat, { lang: locale, script: { locale } }));
      await page.locator('.launcher .toggle').click();
      await expect(page.locator('.consent')).toBeVisible();
      await expectNoFault(page, 'consent');
      await page.locator('.consent .strong').click();
      const composer = page.locator('textarea[data-composer]');
      await composer.fill('How do I connect a real model?');
      await composer.press('Enter');
      await page.locator('.sources button').first().click();
      await expect(page.locator('.sheet blockquote')).toBeVisible();
      await expectNoFault(page, 'passage');
    });
  });
}

test('by keyboard: Tab reaches the launcher, opening focuses the composer, Escape returns the focus', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  await page.goto(embed(chat, { main: '<button id="own">Of the page</button>' }));
  await expect(launcherOf(page)).toBeVisible();
  await page.locator('#own').focus();
  await page.keyboard.press('Tab');
  await expect(launcherOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(composerOf(page)).toBeFocused();
  await page.keyboard.type('No mouse at all');
  await page.keyboard.press('Enter');
  await expect(repliesOf(page)).toHaveText('You said: No mouse at all');
  await page.getByRole('button', { name: 'More options' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Earlier conversations' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More options' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(launcherOf(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(composerOf(page)).toBeFocused();
});

test('full screen traps the focus, and beside the page it doesn’t', async ({ page, visitChat }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visitChat({}, { main: '<button id="own">Of the page</button>' });
  const isInside = () => page.getByRole('dialog').evaluate((panel) => panel.matches(':focus-within'));
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press(key);
      expect(await isInside(), `${key} ${press}`).toBe(true);
    }
  }
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(page.getByRole('dialog')).not.toHaveAttribute('aria-modal', 'true');
  const isOutside = async () => {
    await page.keyboard.press('Tab');
    return !(await isInside());
  };
  await expect.poll(isOutside).toBe(true);
});

test('each finished reply is announced once, as a whole, and never by token', async ({ page, visitChat, model }) => {
  await visitChat({ behaviour: { title: 'Harbour desk' } });
  await page.evaluate(() => {
    const live = [...document.querySelectorAll('div')]
      .map(({ shadowRoot }) => shadowRoot?.querySelector('.sr[aria-live=polite]'))
      .find(Boolean);
    if (!live) throw new Error('no live region');
    const said: string[] = [];
    new MutationObserver(() => said.push(live.textContent ?? '')).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(globalThis, { said });
  });
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off');
  for (const text of ['First answer', 'Second answer']) {
    const reply = model.hold();
    await ask(page, 'Say something');
    for (const word of text.split(' ')) await reply.write(`**${word}** `);
    await expect(repliesOf(page).last()).toHaveText(text);
    await reply.end();
    await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
  }
  await expect
    .poll(() => page.evaluate('said'))
    .toEqual(['Harbour desk says: First answer', 'Harbour desk says: Second answer']);
});

test('a menu that is opened while the form for a comment is loading has the focus', async ({ page, visitChat }) => {
  const loaded = Promise.withResolvers<void>();
  await page.route(/later-parts/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await visitChat();
  await askAndRead(page, 'Hello');
  await page.getByRole('button', { name: 'Not helpful' }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  loaded.resolve();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(page.locator('form.comment')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('every target is at least 44 pixels', async ({ page, newChat, embed, model }) => {
    const chat = await newChat({
      behaviour: { suggested_prompts: ['One?'], launcher: { proactive_message: 'May I help?' } },
    });
    await page.goto(embed(chat));
    await expect(page.getByRole('button', { name: 'May I help?' })).toBeVisible();
    const findSmall = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('div')]
          .flatMap(({ shadowRoot }) => [
            ...(shadowRoot?.querySelectorAll<HTMLElement>('button, textarea, [role=menuitem]') ?? []),
          ])
          .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((target) => ({ target, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(({ target, box }) => `${target.ariaLabel ?? target.textContent} ${box.width} × ${box.height}`),
      );
    expect(await findSmall(), 'launcher').toEqual([]);
    await launcherOf(page).tap();
    await expect(page.getByRole('button', { name: 'One?' })).toBeVisible();
    expect(await findSmall(), 'open').toEqual([]);
    await page.locator('input[type=file]').setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Steel is real.'),
    });
    await expect(page.locator('.file.done')).toHaveCount(1);
    expect(await findSmall(), 'attachment').toEqual([]);
    model.answer({ text: 'Code:\n\n```ts\nconst a = 1;\n```\n' });
    await ask(page, 'Hello');
    await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
    expect(await findSmall(), 'answered').toEqual([]);
    await page.getByRole('button', { name: 'Not helpful' }).tap();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(await findSmall(), 'feedback').toEqual([]);
    await page.getByRole('button', { name: 'More options' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Delete my data' })).toBeVisible();
    expect(await findSmall(), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, 'Delete my data');
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
    expect(await findSmall(), 'sheet').toEqual([]);
  });
});
