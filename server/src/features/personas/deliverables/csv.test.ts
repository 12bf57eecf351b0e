import { describe, expect, test } from 'vitest';
import { isCsv, writeCsv } from './csv.ts';

const write = (content: string): string => {
  const bytes = writeCsv(content);
  expect(isCsv(bytes)).toBe(true);
  return bytes.toString('utf8');
};

test.each([
  ['one column', 'name\nAnn\nBob', 'name\r\nAnn\r\nBob\r\n'],
  ['semicolons between the columns', 'a;b\n1;2', 'a,b\r\n1,2\r\n'],
  ['semicolons inside of the fields', 'a,b\n"one; two","x;y"', 'a,b\r\none; two,x;y\r\n'],
  ['commas, quotes and line breaks', 'a,b\n"x, ""y""","1\n2"', 'a,b\r\n"x, ""y""","1\n2"\r\n'],
  ['a byte order mark', '\ufeffa,b\n1,2', 'a,b\r\n1,2\r\n'],
  ['a fence', '```csv\na,b\n1,2\n```', 'a,b\r\n1,2\r\n'],
  ['a fence below a sentence', 'Here it is:\n\n```csv\na,b\n1,2\n```', 'a,b\r\n1,2\r\n'],
  ['a Markdown table', '| a | b |\n|---|--:|\n| 1 | 2 |', 'a,b\r\n1,2\r\n'],
])('reads %s', (_, content, expected) => {
  expect(write(content)).toBe(expected);
});

test.each([
  ['running text', 'This is no table.\nNot at all.', 'running text'],
  ['a header alone', 'a,b', 'at least one row'],
  ['an open quote', 'a,b\n1,"open', 'not valid CSV'],
  ['uneven rows', 'a,b\n1,2,3', 'Row 2 has 3 fields'],
])('refuses %s', (_, content, reason) => {
  expect(() => writeCsv(content)).toThrow(reason);
});

describe('formulas', () => {
  test.each([
    '=1+1',
    '+cmd|x',
    '-cmd',
    '@SUM(1)',
    ' =1',
    '\t=1',
    '\n=1',
    '＝1+1',
    '＠x',
    'text;=cmd()',
    'text\t@x',
    '=1;2',
  ])('%j becomes text', (field) => {
    const text = write(`a,b\n"${field}",x`);
    expect(text).not.toMatch(/(?:^|[,;\t"]|\r\n)\s*[=+\-@＝＠]/);
    expect(text).toContain("'");
  });

  test.each([
    '-12.50',
    '+47 22 33 44 55',
    '-5%',
    '-1,000',
    '+1 (555) 010',
    '-',
    'a-b',
    'a=b',
    '1;-2',
    'me@example.org',
  ])('%j is not changed', (field) => {
    expect(write(`a,b\n"${field}",x`)).toContain(field);
  });
});
