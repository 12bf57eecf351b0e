import { texts as en } from '@portico/shared-types/languages/en/form';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAppStore } from '../store/app-store.ts';
import { exampleForm } from '../store/form/example-form.ts';
import { openDrawer } from '../store/storage.ts';
import { createTexts } from '../text/texts.ts';
import { TextsContext } from '../text/texts-context.ts';
import { networkError } from '../transport/api-error.ts';
import { createFormClient, type FormClient } from '../transport/form-client.ts';
import { App } from './app.tsx';

const before = location.pathname;
beforeEach(() => history.replaceState(null, '', '/forms/example'));
afterEach(() => {
  cleanup();
  history.replaceState(null, '', before);
});

const texts = createTexts('en', en);

test('after Try again, the focus is on the title of the page that is shown then', async () => {
  const readForm = vi.fn<FormClient['readForm']>(async () => Promise.reject(networkError()));
  const client = { ...createFormClient('example'), readForm };
  const drawer = openDrawer('session', 'app:');
  const app = createAppStore('example', client, { sent: drawer });
  await app.getState().load();
  const bridge = { isEmbedded: false, send: () => undefined, listen: () => () => undefined };
  render(
    <TextsContext.Provider value={texts}>
      <App
        app={app}
        client={client}
        bridge={bridge}
        drawers={{ drafts: drawer, sent: drawer, edits: drawer }}
        onTheme={() => undefined}
      />
    </TextsContext.Provider>,
  );
  // A page that was just opened is read from its beginning.
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('We can’t reach the server');

  readForm.mockResolvedValue(exampleForm);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Example');
});
