import { expect, test } from 'vitest';
import { sampleConversation } from '../../test/sample-conversation.ts';
import { handoverText, topicOf } from './names.ts';

const at = '2026-01-01T00:00:00.000Z';
const handover = (reason: string | null, summary: string | null) =>
  handoverText(JSON.parse(JSON.stringify({ reason, summary, requested_at: at })));

test('a summary that repeats the reason is shown once', () => {
  expect(handover('Wants a refund', 'Wants a refund')).toBe('Wants a refund');
  expect(handover('Wants a refund', 'Paid twice')).toBe('Wants a refund · Paid twice');
  expect(handover(null, '')).toBeUndefined();
});

const topic = (author: 'visitor' | 'agent', preview: string) =>
  topicOf({
    ...sampleConversation,
    last_message: { role: author === 'visitor' ? 'user' : 'assistant', author_type: author, preview, at },
  });

test('what a visitor wrote is shown as it is, and Markdown marks of the agent are left out', () => {
  const written = 'My C# order_id is #42, a*b > c, john_doe@example.com';
  expect(topic('visitor', written)).toBe(written);
  expect(topic('agent', '**Order** _42_: use `order_id` in C#')).toBe('Order 42: use order_id in C#');
  expect(topic('agent', '## Hours')).toBe('Hours');
  // The lines of a preview are joined.
  expect(topic('agent', 'Here is what I found in **Tides**: > The tide is low.')).toBe(
    'Here is what I found in Tides: The tide is low.',
  );
  expect(topic('agent', 'Here is what I found in **Tides**:\n\n> The tide is low.\n> ## High')).toBe(
    'Here is what I found in Tides:\n\nThe tide is low.\nHigh',
  );
});
