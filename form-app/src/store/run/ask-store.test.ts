import { expect, test } from 'vitest';
import { createFormClient, type FormClient } from '../../transport/form-client.ts';
import { createAskStore } from './ask-store.ts';

const passage = { id: 'chk_1', content: 'Herons nest.', source: { kind: 'message' as const }, score: 0.5 };

function open(answer: FormClient['askSubmission']) {
  const store = createAskStore('sub_1', { ...createFormClient('example'), askSubmission: answer });
  return { ask: store.getState().ask, state: store.getState };
}

test('an answer shows relevant passages, and reports if not everything was searched', async () => {
  const { ask, state } = open(async (_, { query, topK }) => ({
    results: [passage, { ...passage, id: 'chk_2', score: 0 }],
    query,
    topK,
    ...(query === 'early' ? { partial: true } : {}),
  }));
  await ask('early');
  expect(state()).toMatchObject({ asked: 'early', results: [passage], isPartial: true, isSearching: false });
  await ask(' later ');
  expect(state()).toMatchObject({ asked: 'later', results: [passage], isPartial: false });
});

test('only the last of two questions gets an answer', async () => {
  const answers: (() => void)[] = [];
  const { ask, state } = open(
    async (_, { query, topK }, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        answers.push(() => resolve({ results: [passage], query, topK }));
      }),
  );
  const first = ask('first');
  const second = ask('second');
  for (const answer of answers) answer();
  await Promise.all([first, second]);
  expect(state()).toMatchObject({ asked: 'second', isSearching: false, notice: null });
});
