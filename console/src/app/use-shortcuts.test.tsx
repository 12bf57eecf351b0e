import { cleanup, fireEvent, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { useShortcuts } from './use-shortcuts.ts';

beforeEach(() => history.replaceState(null, '', '/conversations'));
afterEach(cleanup);

function Shortcuts() {
  useShortcuts({ onSearch: () => {}, onShortcuts: () => {} });
  return null;
}

test('each screen has a key of its own', () => {
  const keys = screens.map(({ shortcut }) => shortcut);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(screens.map(({ shortcut, path }) => [shortcut, path]))('g and %s open %s', (shortcut, path) => {
  render(<Shortcuts />);
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: shortcut });
  expect(location.pathname).toBe(path);
});

test('the second key of a pair does not reach the screen that is open', () => {
  const onScreen = vi.fn<(event: KeyboardEvent) => void>();
  addEventListener('keydown', onScreen);
  try {
    render(<Shortcuts />);
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(location.pathname).toBe('/knowledge');
    fireEvent.keyDown(document.body, { key: 'k' });
  } finally {
    removeEventListener('keydown', onScreen);
  }
  expect(onScreen.mock.calls.map(([{ key }]) => key)).toEqual(['g', 'k']);
});

test.each(['j', 'k'])('%s goes to the first row of the list, and nowhere while something else has the focus', (key) => {
  render(
    <main>
      <Shortcuts />
      <button type="button">New agent</button>
      <a class="row-link" href="#first">
        First
      </a>
      <a class="row-link" href="#second">
        Second
      </a>
    </main>,
  );
  const button = document.querySelector('button') ?? document.body;
  button.focus();
  fireEvent.keyDown(button, { key });
  expect(document.activeElement).toBe(button);
  button.blur();
  fireEvent.keyDown(document.body, { key });
  expect(document.activeElement?.textContent).toBe('First');
});
