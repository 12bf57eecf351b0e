import { expect, it } from 'vitest';
import { disarmFormula } from './disarm-formula.ts';

it('marks as text what begins like a formula, also where another separator would begin a row or a cell', () => {
  expect(disarmFormula('=1+1')).toBe("'=1+1");
  expect(disarmFormula('a;=1+1')).toBe("a;'=1+1");
  // A quoted field that doesn't begin its line, because the separator is another one, ends with the line.
  expect(disarmFormula("Hello\n=cmd|'/c calc'!A1\nBye")).toBe("Hello\n'=cmd|'/c calc'!A1\nBye");
  expect(disarmFormula('Hello\r\n  @SUM(1)')).toBe("Hello\r\n  '@SUM(1)");
  expect(disarmFormula("a\r- cmd|'/c calc'!A1")).toBe("a\r'- cmd|'/c calc'!A1");
  expect(disarmFormula('a\n=A1')).toBe("a\n'=A1");
  expect(disarmFormula('a\n- HYPERLINK (A1)')).toBe("a\n'- HYPERLINK (A1)");
  expect(disarmFormula("a\n+'\\\\x\\[y.xlsx]z'!A1")).toBe("a\n'+'\\\\x\\[y.xlsx]z'!A1");
  expect(disarmFormula("a\n-'file:///y.ods'#Z.A1")).toBe("a\n'-'file:///y.ods'#Z.A1");
});

it('keeps numbers, phone numbers, and lines of a text that could do nothing as formulas', () => {
  const points = '- pears\n  - green ones!\n+ plums\n- [Prices](https://shop.example)\n- **Apples** (red)';
  const lines = 'Hello\n@anna: see below\n-5 °C at night\n-- Jo';
  for (const text of ['-1.5', '+49 30 1234', 'Call\n+49 30 1234', `We have:\n${points}`, lines]) {
    expect(disarmFormula(text)).toBe(text);
  }
});

it('reads a field of any length in linear time', () => {
  const times = [10_000, 100_000].map((length) => {
    const spaces = ' '.repeat(length);
    const field = `a${'\t'.repeat(length)}${'\n '.repeat(length)}${spaces}b\n-${'c '.repeat(length)}${spaces}`;
    const rounds = [1, 2, 3].map(() => {
      const started = performance.now();
      expect(disarmFormula(field)).toBe(field);
      return performance.now() - started;
    });
    // Other programs only add to a time: the shortest is the work itself.
    return Math.min(...rounds);
  });
  const [small = 0, large = 0] = times;
  expect(large).toBeLessThan(Math.max(small, 50) * 20);
});
