import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLoaded } from './use-loaded.ts';

let place: HTMLElement;
const load = vi.fn<() => Promise<{ text: string }>>(async () => ({ text: 'loaded' }));
const Text = () => <>{useLoaded(load)?.text ?? 'plain'}</>;

beforeEach(() => {
  load.mockClear();
  place = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  render(null, place);
  place.remove();
});

test('a module that can’t be loaded is loaded when the visitor returns', async () => {
  load.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'));
  await act(() => render(<Text />, place));
  expect(place.textContent).toBe('plain');
  await act(async () => void dispatchEvent(new Event('online')));
  expect(place.textContent).toBe('plain');
  await act(async () => void dispatchEvent(new Event('online')));
  expect(place.textContent).toBe('loaded');
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(3);
});

test('a component that is gone loads nothing', async () => {
  load.mockRejectedValueOnce(new TypeError('offline'));
  await act(() => render(<Text />, place));
  await act(() => render(null, place));
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledOnce();
});
