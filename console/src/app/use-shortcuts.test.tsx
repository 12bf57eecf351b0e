import { cleanup, fireEvent, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { useShortcuts } from './use-shortcuts.ts';

beforeEach(() => history.replaceState(null, '', '/conversations'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onSearch = vi.fn<() => void>();

function Shortcuts() {
  useShortcuts({ onSearch, onShortcuts: () => {} });
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

test.each([
  { key: 'k', ctrlKey: true },
  { key: '/', ctrlKey: false },
])('$key opens no search above a dialog that must be answered, such as that of a secret', (init) => {
  // A click beside a dialog takes the focus out of it.
  const search = () => fireEvent.keyDown(document.body, init);
  onSearch.mockClear();
  startApiDouble({});
  const dialogs = (secret?: string) => (
    <>
      <Shortcuts />
      <Dialog open={secret === undefined} title="Agent" onClose={() => {}}>
        Harbour guide
      </Dialog>
      <SecretDialog title="The secret" secret={secret} onClose={() => {}} />
    </>
  );
  const { rerender } = renderInConsole(dialogs());
  search();
  expect(onSearch).toHaveBeenCalledTimes(1);
  rerender(dialogs('whsec_new'));
  search();
  expect(onSearch).toHaveBeenCalledTimes(1);
  for (const key of ['g', 'k']) fireEvent.keyDown(document.body, { key });
  expect(location.pathname).toBe('/conversations');
  rerender(dialogs());
  search();
  expect(onSearch).toHaveBeenCalledTimes(2);
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
