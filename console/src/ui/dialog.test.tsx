import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Dialog } from './dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'userActivation');
});

function Opened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Agents</h1>
      <Dialog open={isOpen} title="New agent" onClose={() => setOpen(false)}>
        <input aria-label="Name" />
      </Dialog>
    </main>
  );
}

async function closeOpened(hasBeenActive: boolean): Promise<void> {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
  startApiDouble({});
  renderInConsole(<Opened />);
  fireEvent.keyDown(await screen.findByLabelText('Name'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await nextTimer();
}

/** Radix returns the focus in a timer. */
const nextTimer = async () => new Promise((resolve) => void setTimeout(resolve));

test('closing a dialog that a reload has opened gives the focus to the title of the page', async () => {
  await closeOpened(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Agents' })));
});

test('a dialog that was removed before it had the focus leaves nothing to the next one', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const place = document.body.appendChild(document.createElement('div'));
  render(<Opened />, place);
  render(null, place);
  button.blur();
  await nextTimer();
  await closeOpened(true);
  expect(document.activeElement).toBe(document.body);
  button.remove();
  place.remove();
});

test('closing a dialog that a click has opened gives the focus to nothing, if nothing had it', async () => {
  await closeOpened(true);
  expect(document.activeElement).toBe(document.body);
});
