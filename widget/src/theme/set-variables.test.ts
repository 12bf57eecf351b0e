import { expect, test } from 'vitest';
import { setVariables } from './set-variables.ts';

test('each change is a new rule, as WebKit shows no change inside a :host rule, and the others stay', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':host{}p{color:red}');
  setVariables(sheet, { '--pt-z': '7', '--pt-height': '480px' });
  const [before, other] = sheet.cssRules;
  setVariables(sheet, { '--pt-height': '900px' });
  expect(sheet.cssRules).toHaveLength(2);
  expect(sheet.cssRules[0]).not.toBe(before);
  expect(sheet.cssRules[1]).toBe(other);
  const { selectorText, style } = sheet.cssRules[0] as CSSStyleRule;
  expect(selectorText).toBe(':host');
  for (const [name, value] of [
    ['--pt-z', '7'],
    ['--pt-height', '900px'],
  ] as const) {
    expect([style.getPropertyValue(name), style.getPropertyPriority(name)]).toEqual([value, 'important']);
  }
});
