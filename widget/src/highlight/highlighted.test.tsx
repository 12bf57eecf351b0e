import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { contrast, parseColor } from '@portico/browser-kit/theme/color';
import { CodeBlock } from '@portico/browser-kit/markdown/code-block';
import { CodeText } from '../ui/code-text.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Highlighted } from './highlighted.tsx';

afterEach(cleanup);

test('colours known languages with a contrast of 4.5 to 1, and changes no letter', () => {
  const code = 'const a = "b"; // c\nreturn run(1);';
  const { container } = render(<Highlighted text={code} language="ts" />);
  expect(container.textContent).toBe(code);
  const spans = [...container.querySelectorAll('span')];
  expect(spans.map(({ textContent }) => textContent)).toEqual(['const', '"b"', '// c', 'return', 'run', '1']);
  for (const { style } of spans) {
    const color = parseColor(style.color);
    if (color) expect(contrast(color, [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    else expect(style.color).toBe('var(--pt-muted)');
  }
});

test('unknown languages and very long code remain plain text', () => {
  const { container, rerender } = render(<Highlighted text="a = 1" language="brainfuck" />);
  expect(container.querySelector('span')).toBeNull();
  rerender(<Highlighted text={'a = 1\n'.repeat(10_000)} language="ts" />);
  expect(container.querySelector('span')).toBeNull();
});

test('a block requests colours only if its language is given', async () => {
  const context = { labels: { code: 'Code', table: 'Table' }, CopyButton, CodeText };
  const { container, rerender } = render(<CodeBlock text="const a = 1;" language={undefined} context={context} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.querySelector('code span')).toBeNull();
  rerender(<CodeBlock text="const a = 1;" language="js" context={context} />);
  await expect.poll(() => container.querySelector('code span')?.textContent).toBe('const');
});
