import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { AnswerList, Answers } from './answers.tsx';

afterEach(cleanup);

test('the answer to a question for an e-mail address can be written to, and nothing else', () => {
  const questions = [
    { name: 'email', label: 'E-mail', type: 'text', format: 'email' },
    // It asked for any text when it was answered.
    { name: 'other', label: 'Other', type: 'text', format: 'email' },
    { name: 'note', label: 'Note', type: 'text' },
  ];
  const inputs = { email: 'ada+berth@example.com', other: 'none', note: 'grace@example.com' };
  renderInConsole(
    <AnswerList>
      <Answers questions={questions} inputs={inputs} />
    </AnswerList>,
  );
  const [link, ...more] = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(link?.textContent).toBe('ada+berth@example.com');
  expect(link?.getAttribute('href')).toBe('mailto:ada%2Bberth@example.com');
  expect(more).toEqual([]);
});
