import type { SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { createTexts } from '../../text/texts.ts';
import { TextsContext } from '../../text/texts-context.ts';
import { Passage } from './passage.tsx';

const texts = createTexts('en', en);
afterEach(cleanup);

function show(content: string, question: string, name = 'a.md'): Element {
  const passage = { id: 'psg_1', content, score: 1, source: { kind: 'file', name } } as SubmissionPassage;
  const { container } = render(
    <TextsContext.Provider value={texts}>
      <ol>
        <Passage passage={passage} question={question} />
      </ol>
    </TextsContext.Provider>,
  );
  return container;
}

const table = '## Basins\n\n| Basin | **Depth** |\n| --- | ---: |\n| North | 7.5 m |\n\nMind the `crane`.';

test('a passage is rendered as Markdown, with the question’s words highlighted', async () => {
  const place = show(table, 'How deep is North, and where is the crane?');
  await expect.poll(() => place.querySelectorAll('td')).toHaveLength(2);
  expect(place.querySelector('h3')?.textContent).toBe('Basins');
  expect(place.querySelector('th strong')?.textContent).toBe('Depth');
  expect([...place.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['North', 'the', 'crane']);
  expect(place.textContent).not.toMatch(/[#|*`]/);
});

test('code is not changed, and the words in it are highlighted, too', async () => {
  const place = show('```python\ndef knots(speed):\n    return speed * __rate__\n```', 'knots');
  await expect.poll(() => place.querySelector('pre mark')?.textContent).toBe('knots');
  expect(place.querySelector('pre')?.textContent).toContain('return speed * __rate__');
});

test('the excerpt of a long passage has no Markdown marks, and expanding it renders the Markdown', async () => {
  const filler = '- The **office** keeps the [books](https://example.com) of every year.\n'.repeat(12);
  const place = show(`${filler}\n\n${table}\n\n${filler}`, 'How deep is the North basin?');
  await expect.poll(() => place.querySelector('.passage-text')?.textContent).not.toMatch(/[*|[#]/);
  expect(place.querySelector('.passage-text')?.textContent).toMatch(/^… .*North · 7\.5 m.* …$/s);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await expect.poll(() => place.querySelectorAll('li a')).toHaveLength(24);
  expect(place.querySelectorAll('td')).toHaveLength(2);
});

test('the lines of a Markdown file are joined, and those of a plain text are kept', async () => {
  const lines = 'The crane\nlifts *ten*\ntonnes.';
  const markdown = show(lines, 'crane');
  await expect.poll(() => markdown.querySelector('em')).not.toBeNull();
  expect(markdown.querySelector('br')).toBeNull();
  const text = show(lines, 'crane', 'rules.txt');
  await expect.poll(() => text.querySelectorAll('br')).toHaveLength(2);
});

test('the excerpt of a long Markdown file has its lines joined, too', async () => {
  const place = show('The harbour keeps\nits books.\n'.repeat(20), 'harbour');
  await expect.poll(() => place.querySelector('.passage-text')?.textContent).toContain('keeps its books. The');
});
