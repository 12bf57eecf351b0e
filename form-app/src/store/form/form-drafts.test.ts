import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleForm } from './example-form.ts';
import { file, open } from './open-form.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a draft survives a reload until it is submitted; an interrupted upload returns as a name to choose again', async () => {
  const first = open();
  first.state().setMessage('half a thou');
  first.state().addFiles([file('a'), file('b')]);
  first.jobs[0]?.finish('ref-a');
  await expect.poll(() => first.statuses()).toEqual(['done', 'uploading']);
  first.store.close();

  const second = open();
  expect(second.store.isRestored).toBe(true);
  expect(second.state().message).toBe('half a thou');
  expect(second.statuses()).toEqual(['done', 'interrupted']);
  expect(second.state().sessionId).toBe(first.state().sessionId);
  second.state().chooseAgain(second.state().files[1]?.id ?? '', file('b'));
  second.jobs[0]?.finish('ref-b');
  await expect.poll(() => second.statuses()).toEqual(['done', 'done']);
  await second.state().submit();
  second.store.close();
  expect(open().store.isRestored).toBe(false);
});

test('a number that can’t be read survives a reload, to be corrected', () => {
  const first = open(exampleForm);
  first.state().setInput('amount', '?12 kg');
  first.store.close();
  expect(open(exampleForm).state().inputs['amount']).toBe('?12 kg');
});

test('sending removes no draft that was begun in another tab', async () => {
  const [one, other] = [open(), open()];
  one.state().setMessage('half a thought');
  one.store.close();
  other.state().setMessage('a whole one');
  await other.state().submit();
  other.store.close();
  expect(open().state().message).toBe('half a thought');
});

/** Leaves every page whose store is open. */
const leave = () => dispatchEvent(new Event('pagehide'));

test('a tab that is left does not replace what another tab has added to its draft', async () => {
  const one = open();
  one.state().setMessage('A berth');
  await vi.runAllTimersAsync();
  const other = open();
  other.state().setMessage('A berth for the summer');
  other.store.close();
  leave();
  expect(open().state().message).toBe('A berth for the summer');
});

test('sending does not remove what another tab has added to the draft since', async () => {
  const one = open();
  one.state().setMessage('A berth');
  await vi.runAllTimersAsync();
  const other = open();
  one.state().setMessage('A berth for the summer');
  one.store.close();
  await other.state().submit();
  other.store.close();
  expect(open().state().message).toBe('A berth for the summer');
});

test('a draft that could no longer be written in full is removed when it is sent', async () => {
  const { state, store } = open();
  state().setMessage('A berth');
  await vi.runAllTimersAsync();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  state().setMessage('A berth for the summer');
  await vi.runAllTimersAsync();
  vi.restoreAllMocks();
  await state().submit();
  store.close();
  expect(open().state().message).toBe('');
});
