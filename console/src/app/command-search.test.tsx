import { createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useCallback, useState } from 'preact/hooks';
import { expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { prepareCommandMenu } from '../test/prepare-command-menu.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { CommandSearch } from './command-search.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const gate = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('./command-menu.tsx', async (original) => {
  await gate.promise;
  return original();
});

prepareCommandMenu('/conversations');

function Page() {
  const [isOpen, setOpen] = useState(false);
  const onSearch = useCallback(() => setOpen(true), []);
  const onShortcuts = useCallback(() => {}, []);
  useShortcuts({ onSearch, onShortcuts, isSearching: isOpen });
  return (
    <>
      <input aria-label="Name" />
      {isOpen ? <CommandSearch screens={screens} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

test('what is typed right after ⌘K is kept until the menu is loaded, and is not a shortcut', async () => {
  startApiDouble({});
  renderInConsole(<Page />, { ...ownerMe, scopes: [] });
  const onScreen = vi.fn<(event: KeyboardEvent) => void>();
  addEventListener('keydown', onScreen);
  const press = (key: string, target: Element = document.body, modifiers: object = {}) => {
    const event = createEvent.keyDown(target, { key, ...modifiers });
    fireEvent(target, event);
    return event;
  };
  try {
    // Esc closes a search that isn't there yet.
    press('k', document.body, { ctrlKey: true });
    await waitFor(() => expect(press('x').defaultPrevented).toBe(true));
    press('Escape');
    await waitFor(() => expect(press('x').defaultPrevented).toBe(false));

    onScreen.mockClear();
    // With the focus in a field of the page.
    const field = screen.getByLabelText('Name');
    press('k', field, { ctrlKey: true });
    // Once it is open, nothing reaches the page.
    await waitFor(() => expect(press('x', field).defaultPrevented).toBe(true));
    for (const key of ['g', 'w', 'p', 'Backspace', 'Enter', ' ']) press(key);
    expect(press('r', field, { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press('k', field, { ctrlKey: true }).defaultPrevented).toBe(true);
  } finally {
    removeEventListener('keydown', onScreen);
  }
  expect(location.pathname).toBe('/conversations');
  gate.resolve();
  const box = await screen.findByRole<HTMLInputElement>('combobox');
  expect(box.value).toBe('xgw ');
  expect(onScreen.mock.calls.map(([{ key, ctrlKey }]) => [key, ctrlKey])).toEqual([
    ['k', true],
    ['r', true],
    ['k', true],
  ]);
  // Until the field has the focus, and then by itself.
  press('o', document.body);
  await waitFor(() => expect(box.value).toBe('xgw o'));
  expect(press('d', box).defaultPrevented).toBe(false);
  expect(box.value).toBe('xgw o');
  // The Esc of an input method, which discards a word.
  for (const ofMethod of [{ isComposing: true }, { keyCode: 229 }]) press('Escape', box, ofMethod);
  expect(screen.queryByRole('combobox')).toBe(box);
  press('Escape', box);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});
