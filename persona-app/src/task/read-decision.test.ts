import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { expect, test } from 'vitest';
import { exampleApproval } from './example-approval.ts';
import { readDecision, textOf } from './read-decision.ts';

const approval = (kind: 'step' | 'action', given: Record<string, unknown>): PersonaApproval => ({
  ...exampleApproval,
  kind,
  title: 'Send the report',
  arguments: given,
});
const step = approval('step', { instruction: 'Collect the notes' });
const action = approval('action', { to: 'a@example.com' });

test('unchanged arguments are not sent', () => {
  expect(readDecision(action, 'approve', { comment: ' ', arguments: textOf(action) })).toEqual({ decision: 'approve' });
});

test('a changed instruction and changed arguments replace the proposed ones', () => {
  expect(readDecision(step, 'approve', { comment: '', arguments: 'Collect all' })).toEqual({
    decision: 'approve',
    arguments: { instruction: 'Collect all' },
  });
  expect(readDecision(action, 'approve', { comment: 'go', arguments: '{"to": "b@example.com"}' })).toEqual({
    decision: 'approve',
    comment: 'go',
    arguments: { to: 'b@example.com' },
  });
});

test('characters that change the order in which a call is shown are visible, and keep its value', () => {
  const asked = action.arguments;
  const call = approval('action', { ...asked, file: 'a\u202Egnp.exe' });
  expect(textOf(call)).toContain(String.raw`a\u202egnp.exe`);
  const entered = textOf(call).replace('a@example.com', 'b@example.com');
  expect(readDecision(call, 'approve', { comment: '', arguments: entered })).toEqual({
    decision: 'approve',
    arguments: { to: 'b@example.com', file: 'a\u202Egnp.exe' },
  });
});

test.each(['[1]', 'null', '"text"', '{'])('changed arguments that are %s are not a decision', (text) => {
  expect(readDecision(action, 'approve', { comment: '', arguments: text })).toBeUndefined();
});

test('a rejection only sends the comment', () => {
  expect(readDecision(action, 'reject', { comment: ' no ', arguments: '{' })).toEqual({
    decision: 'reject',
    comment: 'no',
  });
});
