import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { cleanHtml, plainText } from './copy-rendered.ts';
import { Markdown } from './markdown.tsx';
import type { MarkdownContext } from './markdown.tsx';

afterEach(cleanup);

const context: MarkdownContext = {
  labels: { code: 'Code', table: 'Table' },
  headingLevel: 2,
  CopyButton: () => <button type="button">Copy code</button>,
};

function open(text: string, isStreaming = false) {
  const show = (source: string) => <Markdown source={source} isStreaming={isStreaming} context={context} />;
  const { container, rerender } = render(show(text));
  return { container, update: (source: string) => rerender(show(source)) };
}

const draw = (text: string) => open(text).container;

test('HTML is shown as text, bare tags that only format are tags', () => {
  const container = draw('a<br>b H<sub>2</sub>O <sub onclick="x">no</sub>\n\n<form><script>1</script></form>');
  expect(container.querySelectorAll('br, sub')).toHaveLength(2);
  expect(container.querySelector('sub')?.textContent).toBe('2');
  expect(container.querySelector('form, script')).toBeNull();
  expect(container.textContent).toContain('<form><script>1</script></form>');
});

test('thousands of unclosed formatting tags take no longer than plain text', () => {
  const text = '<b>'.repeat(20_000);
  expect(draw(text).textContent).toBe(text);
});

test('headings start below the page’s own and skip no level, streamed or not', () => {
  const text = '###### six\n\n# one\n\n#### four\n\n#\n\n> ## in a quote';
  for (const isStreaming of [false, true]) {
    const { container } = open(text, isStreaming);
    const levels = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => heading.localName);
    expect(levels).toEqual(['h3', 'h3', 'h4', 'h4']);
    cleanup();
  }
});

test('headings of the same depth have the same level, and lower ones are below them', () => {
  const levelsOf = (text: string) =>
    [...draw(text).querySelectorAll('h3, h4, h5, h6')].map(({ localName }) => localName);
  expect(levelsOf('## a\n\n## b\n\n### c\n\n## d')).toEqual(['h3', 'h3', 'h4', 'h3']);
  expect(levelsOf('# a\n\n### b\n\n## c\n\n### d\n\n# e')).toEqual(['h3', 'h4', 'h4', 'h5', 'h3']);
  expect(levelsOf('# a\n\n## b\n\n### c\n\n#### d\n\n##### e')).toEqual(['h3', 'h4', 'h5', 'h6', 'h6']);
});

test('the text inside a quote, a list or a table sets its direction, as no element inside has its own', () => {
  const container = draw('> a\n>\n> - b\n\n- c\n\n  d\n\n| e |\n| - |\n| f |');
  const outer = [...container.children];
  expect(outer.map(({ localName }) => localName)).toEqual(['blockquote', 'ul', 'div']);
  expect(outer.map((element) => element.getAttribute('dir'))).toEqual(['auto', 'auto', 'auto']);
  expect(container.querySelectorAll('blockquote p, blockquote li, ul p, td')).toHaveLength(5);
  expect(container.querySelectorAll('[dir] [dir]')).toHaveLength(0);
});

test('two tables and two code blocks are not landmarks with the same name', () => {
  const container = draw('| a |\n| - |\n| 1 |\n\n| a |\n| - |\n| 1 |\n\n```ts\n1\n```\n\n```ts\n2\n```');
  expect(container.querySelectorAll('table, pre')).toHaveLength(4);
  expect(container.querySelectorAll('[role=region]')).toHaveLength(0);
  expect(container.querySelectorAll('[role=group]')).toHaveLength(4);
});

test('table columns are aligned as written, and an empty header row is left out', () => {
  const container = draw('| | right | middle |\n| - | -: | :-: |\n| a | 1 | 2 |');
  const cells = [...container.querySelectorAll<HTMLElement>('th, td')];
  expect(cells.map(({ localName }) => localName)).toEqual(['td', 'th', 'th', 'td', 'td', 'td']);
  expect(cells.map(({ style }) => style.textAlign)).toEqual(['', 'right', 'center', '', 'right', 'center']);
});

test('external images become links, and links open in a new tab', () => {
  const container = draw('![chart](https://tracker.example/p.png) [home](https://example.com)');
  expect(container.querySelector('img')).toBeNull();
  const links = [...container.querySelectorAll('a')];
  expect(links.map((link) => link.textContent)).toEqual(['chart', 'home']);
  expect(links.every((link) => link.rel.includes('noopener') && link.target === '_blank')).toBe(true);
});

test('a growing text keeps its unchanged blocks', () => {
  const { container, update } = open('first\n\nsecond para', true);
  const [first] = container.children;
  const text = first?.firstChild;
  update('first\n\nsecond paragraph, longer\n\nthird');
  expect(container.children[0]).toBe(first);
  expect(container.children[0]?.firstChild).toBe(text);
  expect(container.children[1]?.textContent).toBe('second paragraph, longer');
  expect(container.children).toHaveLength(3);
  update('another');
  expect(container.textContent?.trim()).toBe('another');
});

const review = `The contract is **one-sided**.

| Clause | What it says | Risk | Ask for |
| --- | --- | :---: | --- |
| 4.2 Renewal | Renews for 12 months | High | 30 days |

1. Write to them **before 1 March** to keep the right to leave.
   - Ask for a confirmation by e-mail.
2. Have clause 9.4 looked at ([what the law asks](https://example.com/article-28)).

\`\`\`text
7.1  The total liability
\`\`\`
`;

test('a copy contains the text without elements that the page added', () => {
  const container = draw(review);
  const text = plainText(container);
  expect(text).toContain(
    '1. Write to them before 1 March to keep the right to leave.\n  • Ask for a confirmation by e-mail.',
  );
  expect(text).toContain('Clause\tWhat it says\tRisk\tAsk for\n4.2 Renewal\t');
  expect(text).toContain('(what the law asks (https://example.com/article-28))');
  expect(text).not.toContain('Copy code');
  const html = cleanHtml(container);
  expect(html).toContain('<table>');
  expect(html).not.toMatch(/Copy code|tabindex|class=/);
});
