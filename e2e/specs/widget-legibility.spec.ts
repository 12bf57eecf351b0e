import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { ask, callPortico, composerOf } from '../support/widget.ts';

// axe judges colours as currently rendered; elements that still fade in would fail.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const viewport of [
  { width: 1200, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`on the chat’s own page, texts grow with the text size of the browser, without loss: ${viewport.width} px`, async ({
    page,
    portico,
    newChat,
    model,
  }) => {
    await page.setViewportSize(viewport);
    const chat = await newChat({
      behaviour: {
        title: 'Harbour',
        subtitle: 'We answer at once',
        welcome_message: 'Welcome',
        suggested_prompts: ['A?'],
      },
    });
    await page.goto(`${portico.url}/chat/${chat.slug}`);
    model.answer({ text: '# Part\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n`code` and\n\n```\nx\n```\n\nan end' });
    await ask(page, 'Tell me');
    await expect(page.locator('.actions')).toBeVisible();
    const before = await measureTexts(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const after = await measureTexts(page);
    expect(after.map(({ text, size }) => [text, size / 2])).toEqual(before.map(({ text, size }) => [text, size]));
    expect(after.filter(({ isLost }) => isLost)).toEqual([]);
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 });
    // A line that is begun does not change the layout of the composer.
    await composerOf(page).fill('A line');
    await expect(page.locator('.write')).not.toHaveClass(/deep/);
  });
}

type MeasuredText = { text: string; size: number; isLost: boolean };

/** Every text of the chat with its size in pixels, and whether a part of it is beside the page or its own box. */
function measureTexts(page: Page): Promise<MeasuredText[]> {
  return page.locator('.panel *').evaluateAll((all) =>
    all.flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = own.map(({ textContent }) => textContent).join('');
      const isSeen = text.trim() !== '' || element.matches('textarea');
      // What is announced comes a moment after the reply, and is never seen.
      if (!isSeen || element.closest('[aria-hidden=true], .sr') !== null) return [];
      const { left, right } = element.getBoundingClientRect();
      const { overflow, fontSize } = getComputedStyle(element);
      const isTooHigh = element.scrollHeight > element.clientHeight + 1;
      const isTooWide = element.scrollWidth > element.clientWidth + 1;
      const isCut = overflow !== 'visible' && (isTooHigh || isTooWide);
      const isLost = left < 0 || right > innerWidth || isCut;
      return [{ text, size: Number.parseFloat(fontSize), isLost }];
    }),
  );
}

const colours = ['#000000', '#ffffff', '#ffe600', '#00ff00', '#ff2020', '#4f46e5', '#7f7f7f', '#00b7c3', '#f8a5c2'];

for (const theme of ['light', 'dark'] as const) {
  test(`text has a contrast of 4.5 to 1 with any brand colour: ${theme}`, async ({ page, newChat, embed, model }) => {
    const chat = await newChat({ behaviour: { subtitle: 'A line below', launcher: { label: 'Help' } } });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(embed(chat, { script: { theme, open: '' } }));
    model.answer({ text: 'See [the guide](https://example.com) and `code`.' });
    await ask(page, 'Hello');
    await expect(page.locator('.actions')).toBeVisible();
    await composerOf(page).fill('Something to send');
    for (const primaryColor of colours) {
      for (const cover of [
        { type: 'none', value: null },
        { type: 'color', value: primaryColor },
        { type: 'gradient', value: `linear-gradient(90deg, ${primaryColor}, #808080)` },
      ]) {
        await callPortico(page, 'update', { branding: { primaryColor, cover } });
        expect(await findFaults(page, ['color-contrast']), `${primaryColor} ${cover.type}`).toEqual([]);
      }
    }
  });
}
