import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { CreateChat } from './create-chat.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a new chat opens while the agents are still being read, and says why they can’t be', async () => {
  const failure = Promise.withResolvers<object>();
  const api = startApiDouble({
    'GET /api/v1/agents': async () => failure.promise,
    'POST /api/v1/chat-interfaces': { data: { id: 'chi_1', name: 'Berths' } },
  });
  renderInConsole(<CreateChat onClose={() => undefined} />);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Berths' } });
  expect(screen.getByLabelText('Agent').textContent).toBe('Loading');
  failure.resolve({ status: 500 });
  expect(await screen.findByText('Something went wrong on the server.')).toBeTruthy();
  api.answer('GET /api/v1/agents', { data: [{ id: 'agt_1', name: 'Harbour' }] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_1'));
  fireEvent.click(screen.getByRole('button', { name: 'Create chat' }));
  await waitFor(() => expect(api.sent.at(-1)?.body).toMatchObject({ name: 'Berths', agent_id: 'agt_1' }));
});

test('a new chat that was left keeps what was typed, and is for the newest agent by then', async () => {
  const api = startApiDouble({ 'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Harbour' }] } });
  const { unmount } = renderInConsole(<CreateChat onClose={() => undefined} />);
  await screen.findByRole('option', { name: 'Harbour' });
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Berths' } });
  unmount();
  const newer = { id: 'agt_2', name: 'Lighthouse' };
  api.answer('GET /api/v1/agents', { data: [newer, { id: 'agt_1', name: 'Harbour' }] });
  renderInConsole(<CreateChat onClose={() => undefined} />);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_2'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Berths');
});

test('an agent that nobody has chosen is not kept, also if it was known only after something was typed', async () => {
  const reading = Promise.withResolvers<object>();
  const api = startApiDouble({ 'GET /api/v1/agents': async () => reading.promise });
  const { unmount } = renderInConsole(<CreateChat onClose={() => undefined} />);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Berths' } });
  reading.resolve({ data: [{ id: 'agt_1', name: 'Harbour' }] });
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_1'));
  unmount();
  // The agent was deleted meanwhile.
  api.answer('GET /api/v1/agents', { data: [{ id: 'agt_2', name: 'Lighthouse' }] });
  renderInConsole(<CreateChat onClose={() => undefined} />);
  await screen.findByRole('option', { name: 'Lighthouse' });
  expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_2');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Berths');
});
