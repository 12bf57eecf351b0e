import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '../store/form/draft.ts';
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

const bridge = { isEmbedded: false, send: () => undefined, listen: () => () => undefined };
const show = (app: ReturnType<typeof createAppStore>, client: FormClient, drafts = openDrawer('session', 'app:')) =>
  render(
    <TextsContext.Provider value={texts}>
      <App
        app={app}
        client={client}
        bridge={bridge}
        drawers={{ drafts, sent: openDrawer('session', 'app:'), edits: drafts }}
        onTheme={() => undefined}
      />
    </TextsContext.Provider>,
  );

test('after Try again, the focus is on the title of the page that is shown then', async () => {
  const readForm = vi.fn<FormClient['readForm']>(async () => Promise.reject(networkError()));
  const client = { ...createFormClient('example'), readForm };
  const drawer = openDrawer('session', 'app:');
  const app = createAppStore('example', client, { sent: drawer });
  await app.getState().load();
  show(app, client);
  // A page that was just opened is read from its beginning.
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('We can’t reach the server');

  readForm.mockResolvedValue(exampleForm);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Example');
});

test('Back from a run shows what was sent, unless another draft was begun since', async () => {
  const client = { ...createFormClient('example'), readForm: async () => exampleForm };
  const drafts = openDrawer('session', 'drafts:');
  const app = createAppStore('example', client, { sent: openDrawer('session', 'app:') });
  await app.getState().load();
  const submission = { id: 'sub_1', interfaceId: 'fmi_1', message: '', files: [], urls: [], output: null };
  const run = {
    ...submission,
    executionId: null,
    executionStatus: 'submitted',
    submittedAt: '2026-01-01T00:00:00.000Z',
  };
  const goBack = () => {
    history.replaceState(null, '', '/forms/example');
    app.getState().followAddress();
  };
  const message = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' });
  const sent = { ...emptyDraft(), message: 'Moor us', inputs: { topic: 'Berths' } };
  app.getState().openRun(run as FormSubmission, { draft: sent, request: {} });
  goBack();
  show(app, client, drafts);
  expect(message().value).toBe('Moor us');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Topic/ }).value).toBe('Berths');
  // It is not a draft until it is changed.
  expect(screen.queryByText(en.draftKept)).toBeNull();
  fireEvent(globalThis.window, new Event('pagehide'));
  expect(drafts.read('draft')).toBeNull();

  cleanup();
  drafts.write('draft', { ...emptyDraft(), message: 'Something else' });
  app.getState().openRun(run as FormSubmission, { draft: sent, request: {} });
  goBack();
  show(app, client, drafts);
  expect(message().value).toBe('Something else');
});
