import { expect, test } from 'vitest';
import { choiceFor, leaveOut, takeIn } from './scope.ts';

const everything = { include: [], exclude: [] };

test('excluding a branch excludes everything below it, and a second click includes it again', () => {
  const without = leaveOut('/blog', { include: [], exclude: ['/blog/2019/**', '/jobs/**'] });
  expect(without).toEqual({ include: [], exclude: ['/jobs/**', '/blog/**'] });
  expect(choiceFor('/blog', without)).toBe('out');
  expect(choiceFor('/blog/2020', without)).toBe('out-above');
  expect(choiceFor('/blogroll', without)).toBe('in');
  expect(takeIn('/blog', without)).toEqual({ include: [], exclude: ['/jobs/**'] });
  expect(takeIn('/blog', everything)).toEqual(everything);
});

test('if only some branches are visited, a click adds one and a second click removes it', () => {
  const guideOnly = { include: ['/guide/**'], exclude: [] };
  expect(choiceFor('/guide/setup', guideOnly)).toBe('in');
  expect(choiceFor('', guideOnly)).toBe('in');
  expect(choiceFor('/blog', guideOnly)).toBe('out');
  const both = takeIn('/blog', guideOnly);
  expect(both).toEqual({ include: ['/guide/**', '/blog/**'], exclude: [] });
  expect(choiceFor('/guide', leaveOut('/guide', both))).toBe('out');
  // Without any branch everything would be visited.
  expect(leaveOut('/guide', guideOnly)).toEqual({ include: ['/guide/**'], exclude: ['/guide/**'] });
});

test('patterns within a path are left to the server', () => {
  const byPattern = { include: ['/*/docs/**'], exclude: ['/**/draft-*'] };
  expect(choiceFor('/en/docs', byPattern)).toBe('in');
  expect(choiceFor('/en/draft-1', byPattern)).toBe('in');
});
