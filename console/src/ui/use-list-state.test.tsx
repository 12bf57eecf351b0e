import { renderHook } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { useListState } from './use-list-state.ts';

useCleanBrowser();

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=abc', 1],
  ['?page=0', 1],
  ['?page=-2', 1],
  ['?page=1.5', 1],
  ['?page=1e99', 1],
])('the page of an address with "%s" is %d', (search, page) => {
  history.replaceState(null, '', `/agents${search}`);
  expect(renderHook(() => useListState()).result.current.page).toBe(page);
});
