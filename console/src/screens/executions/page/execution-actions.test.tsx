import type { Execution } from '@portico/shared-types/api/executions';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { ExecutionActions } from './execution-actions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const execution: Execution = JSON.parse('{"id":"exe_1","status":"failed"}');

/** Retries the execution; `then` runs before the response arrives. */
async function retry(then: (leave: () => void) => void) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { sent } = startApiDouble({ 'POST /api/v1/executions/exe_1/retry': async () => promise });
  history.replaceState(null, '', '/executions/exe_1');
  const shown = (
    <ToasterProvider>
      <ExecutionActions execution={execution} />
    </ToasterProvider>
  );
  const { rerender } = renderInConsole(shown, { ...ownerMe, scopes: ['workflows:execute'] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  then(() => rerender(<ToasterProvider>{null}</ToasterProvider>));
  resolve({ data: { execution_id: 'exe_2' } });
  await screen.findAllByText('A new execution has started');
}

test('a retry opens the new execution', async () => {
  await retry(() => undefined);
  expect(location.pathname).toBe('/executions/exe_2');
});

test('a retry is reported on the screen that was opened meanwhile, and does not leave it', async () => {
  await retry((leave) => leave());
  expect(location.pathname).toBe('/executions/exe_1');
});
