import { act, renderHook, waitFor } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
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
  history.replaceState(null, '', '/agents');
  history.pushState(null, '', '/triggers');
  const { result } = renderHook(() => useListState());
  await act(() => result.current.setOpen('trigger', 'trg_1'));
  const before = history.length;
  await act(() => result.current.setOpen('trigger', ''));
  await waitFor(() => expect(result.current.query).toEqual({}));
  expect(history.length).toBe(before);
  history.back();
  // Not a second entry of the list.
  await waitFor(() => expect(location.pathname).toBe('/agents'));
  expect(result.current.query).toEqual({});
});

test('a dialog that is closed twice, as by a double click, goes back once, and closes again when it is opened again', async () => {
  // As a browser does, not at once.
  const goBack = history.back.bind(history);
  const back = vi.spyOn(history, 'back').mockImplementation(() => void setTimeout(goBack));
  history.replaceState(null, '', '/triggers');
  const { result } = renderHook(() => useListState());
  await act(() => result.current.setOpen('trigger', 'trg_1'));
  result.current.setOpen('trigger', '');
  result.current.setOpen('trigger', '');
  await waitFor(() => expect(result.current.query).toEqual({}));
  expect(back).toHaveBeenCalledTimes(1);
  history.forward();
  await waitFor(() => expect(result.current.query).toEqual({ trigger: 'trg_1' }));
  result.current.setOpen('trigger', '');
  await waitFor(() => expect(result.current.query).toEqual({}));
  expect(back).toHaveBeenCalledTimes(2);
  back.mockRestore();
});

test('a dialog that is opened twice, as by a double click on a slow device, closes at once', async () => {
  history.replaceState(null, '', '/triggers');
  const { result } = renderHook(() => useListState());
  const before = history.length;
  await act(() => {
    result.current.setOpen('trigger', 'trg_1');
    result.current.setOpen('trigger', 'trg_1');
  });
  expect(history.length).toBe(before + 1);
  await act(() => result.current.setOpen('trigger', ''));
  await waitFor(() => expect(result.current.query).toEqual({}));
});

test('what was opened by a link from elsewhere is closed without leaving the list', async () => {
  history.replaceState(null, '', '/agents');
  history.pushState(null, '', '/triggers?trigger=trg_1');
  const { result } = renderHook(() => useListState());
  await act(() => result.current.setOpen('trigger', ''));
  expect([location.pathname, location.search]).toEqual(['/triggers', '']);
});

test('a dialog that closes after one has gone back, such as one that was saving, leaves the page as it is', async () => {
  history.replaceState(null, '', '/triggers?page=2&trigger=trg_1');
  const { setOpen } = renderHook(() => useListState()).result.current;
  history.pushState(null, '', '/executions?trigger=trg_1');
  setOpen('trigger', '');
  expect([location.pathname, location.search]).toEqual(['/executions', '?trigger=trg_1']);
});

test('what is unfolded is in the address, and going back leaves the page', async () => {
  history.replaceState(null, '', '/executions/exe_1');
  const { result } = renderHook(() => useListState());
  const before = history.length;
  await act(() => result.current.setShown('node', 'a'));
  expect(result.current.query).toEqual({ node: 'a' });
  expect(history.length).toBe(before);
});

test('going back leads to the page before, also after a second click', async () => {
  history.replaceState(null, '', '/agents?search=tide');
  const { result } = renderHook(() => useListState());
  const before = history.length;
  await act(() => result.current.setPage(2));
  // A second click, before the page has been read.
  await act(() => result.current.setPage(2));
  expect(result.current.query).toEqual({ search: 'tide', page: '2' });
  expect(history.length).toBe(before + 1);
  history.back();
  await waitFor(() => expect(result.current.query).toEqual({ search: 'tide' }));
});

test('a filter and a search replace the entry in the history', async () => {
  history.replaceState(null, '', '/agents?page=2');
  const { result } = renderHook(() => useListState());
  const before = history.length;
  await act(() => result.current.setFilter('search', 'tide'));
  await act(() => result.current.removeFilters(['search']));
  expect(result.current.query).toEqual({});
  expect(history.length).toBe(before);
});
