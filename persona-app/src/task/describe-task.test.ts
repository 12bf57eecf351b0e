import { languages } from '@portico/shared-types/languages/lists/languages';
import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { expect, test } from 'vitest';
import { texts as english } from '@portico/shared-types/languages/en/persona';
import { loadMessages } from '../text/load-messages.ts';
import { createTexts } from '../text/texts.ts';
import { describeTask } from './describe-task.ts';

const codes = [
  'execution_failed',
  'execution_cancelled',
  'execution_timeout',
  'approval_rejected',
  'budget_exceeded',
  'service_unavailable',
  'deliverable_missing',
  'a_code_of_a_newer_server',
];

test.each(languages)('in %s, the reason why a task failed is translated', async (language) => {
  const texts = createTexts(language, await loadMessages(language));
  const said = codes.map((code) => {
    const task = { status: 'failed', error: { code, message: 'connect ECONNREFUSED' } } as LinkedPersonaInstance;
    return describeTask({ task, deliverables: [] }, texts);
  });
  // A code without a text, and a failure without a reason, have the same text.
  expect(new Set(said).size).toBe(codes.length - 1);
  expect(said.at(-1)).toBe(said[0]);
  for (const text of said) expect(text).not.toMatch(/ECONN|_|\{/);
  const inEnglish = createTexts('en', english);
  if (language !== 'en') expect(said).not.toContain(inEnglish.say('failed', { reason: english.whyFailed }));
});
