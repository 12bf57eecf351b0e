import { findFaults } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { ask, repliesOf } from '../support/widget.ts';

test('a complete reply offers follow-up questions, and a click sends one', async ({ page, visitChat, model }) => {
  const chat = await visitChat({ follow_ups: { enabled: true } });
  const offered = page.getByRole('list', { name: 'Questions to ask next' });
  const held = model.hold();
  // Not held: the server waits five seconds for the questions.
  model.answer({ text: 'When do you close?\nAre you open on Sunday?' });
  await ask(page, 'When do you open?');
  await held.write('At nine.');
  await expect(repliesOf(page)).toHaveText('At nine.');
  await expect(offered).toHaveCount(0);
  await held.end();
  await expect(offered.getByRole('button')).toHaveText(['When do you close?', 'Are you open on Sunday?']);
  expect(await findFaults(page)).toEqual([]);

  await page.reload();
  await expect(offered.getByRole('button')).toHaveCount(2);
  model.answer({ text: 'At six.' }, { text: '' });
  await offered.getByRole('button', { name: 'When do you close?' }).click();
  await expect(repliesOf(page)).toHaveText(['At nine.', 'At six.']);
  await expect(offered).toHaveCount(0);
  const asked = (await chat.messages()).filter(({ role }) => role === 'user');
  expect(asked.map(({ content }) => content)).toEqual(['When do you open?', 'When do you close?']);
});
