import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { review } from '../../dev/answers.ts';
import en from '../locales/en.ts';
import { createTexts } from '../text/texts.ts';
import { createMarkdownView } from './markdown-view.ts';
import { cleanHtml, plainText } from './plain-text.ts';

// DOMPurify works on no simulated DOM; what it lets through is looked at in a browser (dev/scenes.ts, `hostile`).
vi.mock('./sanitise.ts', () => ({
  sanitise: (html: string) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  },
}));

// A long text is drawn over several frames; here they come one after another at once.
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    draw(performance.now());
    return 0;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function open() {
  const container = document.createElement('div');
  document.body.append(container);
  return { container, view: createMarkdownView(container, createTexts('en', en)) };
}

function draw(text: string): HTMLElement {
  const { container, view } = open();
  view.update(text);
  return container;
}

test('HTML is shown as text, bare tags that only format are tags', () => {
  const container = draw('a<br>b H<sub>2</sub>O <sub onclick="x">no</sub>\n\n<form><script>1</script></form>');
  expect(container.querySelectorAll('br, sub')).toHaveLength(2);
  expect(container.querySelector('form, script')).toBeNull();
  expect(container.textContent).toContain('<form><script>1</script></form>');
});

test('headings fall in below the page’s own and skip no level', () => {
  const container = draw('###### six\n\n# one\n\n#### four\n\n#\n\n> ## in a quote');
  const levels = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => heading.localName);
  expect(levels).toEqual(['h3', 'h3', 'h4', 'h4']);
});

test('pictures from elsewhere are links, links open apart from the page', () => {
  const container = draw('![chart](https://tracker.example/p.png) [home](https://example.com)');
  expect(container.querySelector('img')).toBeNull();
  const links = [...container.querySelectorAll('a')];
  expect(links.map((link) => link.textContent)).toEqual(['chart', 'home']);
  expect(links.every((link) => link.rel.includes('noopener') && link.target === '_blank')).toBe(true);
});

test('a growing text keeps the blocks that stayed as they were', () => {
  const { container, view } = open();
  view.update('first\n\nsecond para');
  const [first, second] = container.children;
  view.update('first\n\nsecond paragraph, longer\n\nthird');
  expect(container.children[0]).toBe(first);
  expect(container.children[1]).not.toBe(second);
  expect(container.children).toHaveLength(3);
  view.update('another');
  expect(container.textContent.trim()).toBe('another');
});

test('a copy is what a reader would write down, without the page’s own parts', () => {
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
