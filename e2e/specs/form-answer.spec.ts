import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { announcement, messageBox, step, submitButton, waitUntilSearchable } from '../support/forms.ts';
import type { Model } from '../support/model.ts';
import { openClient } from '../support/open-client.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, moving, test } from '../support/test.ts';

test.use(moving);

/** Submits a form of an agent, and waits until questions about its result can be asked. */
async function askClerk(
  page: Page,
  portico: RunningServer,
  model: Model,
  message: string,
  reply: string,
): Promise<void> {
  const client = openClient(portico);
  const agent = await client.agents.create({ name: 'Clerk', model: model.name });
  const form = { title: 'Ask the clerk', target_type: 'agent' as const, agent_id: agent.id };
  const { slug } = await client.formInterfaces.create(form);
  model.answer({ text: reply });
  await page.goto(`${portico.url}/forms/${slug}`);
  await messageBox(page).fill(message);
  await submitButton(page).click();
  await expect(step(page)).toHaveText('Completed');
  await waitUntilSearchable(page);
}

test('a question about a result is answered with its sources, with the passages below', async ({
  page,
  portico,
  model,
}) => {
  await askClerk(page, portico, model, 'Notice must be given **ninety days** before.', 'The contract ends in June.');
  model.answer({ text: 'It ends in June [1], with **ninety days’** notice [2].' });
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('When must notice be given?');
  await question.press('Enter');

  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByText('It ends in June')).toBeVisible();
  await expect(answer.locator('strong')).toHaveText('ninety days’');
  // A screen reader announces the author.
  await expect(answer.getByText('Your question: When must notice be given?')).toBeAttached();
  await expect(answer.getByRole('heading', { name: 'Answer' })).toBeVisible();
  await expect(announcement(page)).toContainText('Answer: It ends in June [1], with ninety days’ notice');

  await expect(answer.getByRole('link')).toHaveText(['[1] Your result', '[2] Your message']);
  const passages = page.locator('.passage');
  await expect(passages).toHaveCount(1);
  // The passage is rendered as Markdown, with the question's words highlighted.
  await expect(passages.first()).toContainText('ninety days before');
  await expect(passages.first().locator('strong')).toHaveText('ninety days');
  await expect(passages.first().locator('mark').first()).toHaveText('Notice');
  await answer.getByRole('link', { name: '[2]' }).click();
  await expect(passages.first()).toBeFocused();
  const isBelow = await answer.evaluate((one) => {
    const passage = document.querySelector('.passage');
    return passage !== null && (one.compareDocumentPosition(passage) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(isBelow).toBe(true);
  await expect(page.getByRole('main')).not.toContainText('%');
  expect(await findFaults(page)).toEqual([]);
});

test('a wide table and code in an answer are scrolled, and the page stays as wide as a phone', async ({
  page,
  portico,
  model,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await askClerk(page, portico, model, 'List the berths.', 'There are two.');
  const wide = `## Berths\n\n| Berth | Boat |\n| --- | --- |\n| 1 | ${'Donaudampfschiff'.repeat(8)} |`;
  model.answer({ text: `${wide}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\` [2]` });
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('Which berths are there?');
  await question.press('Enter');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByRole('cell', { name: /Donaudampfschiff/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The answer's own headings are not styled like its title.
  const colors = await answer.evaluate((one) => ({
    heading: getComputedStyle(one.querySelector('.prose h3, .prose h4') ?? one).color,
    text: getComputedStyle(one).color,
  }));
  expect(colors.heading).toBe(colors.text);
});
