import { act, renderHook, waitFor } from '@testing-library/preact';
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

test('going back closes what was opened on a list, and stays on the list', async () => {
  history.replaceState(null, '', '/triggers?page=2');
  const { result } = renderHook(() => useListState());
  const before = history.length;
  await act(() => result.current.setOpen('trigger', 'trg_1'));
  expect(result.current.query).toEqual({ page: '2', trigger: 'trg_1' });
  expect(history.length).toBe(before + 1);
  history.back();
  await waitFor(() => expect(result.current.query).toEqual({ page: '2' }));
});

test('what was opened on a list and was closed is not opened again by going back', async () => {
  history.replaceState(null, '', '/triggers');
  const { result } = renderHook(() => useListState());
  await act(() => result.current.setOpen('trigger', 'trg_1'));
  const before = history.length;
  await act(() => result.current.setOpen('trigger', ''));
  expect(history.length).toBe(before);
  history.back();
  await waitFor(() => expect(result.current.query).toEqual({}));
});
