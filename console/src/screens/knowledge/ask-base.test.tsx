import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { AskBase } from './ask-base.tsx';

const base = { id: 'kb_1' } as Parameters<typeof AskBase>[0]['base'];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('characters that nobody can see are not a question', async () => {
  const { sent } = startApiDouble({
    'POST /api/v1/knowledge-bases/kb_1/query': { status: 200, data: { results: [], query: 'Open?', top_k: 8 } },
  });
  renderInConsole(<AskBase base={base} />);
  for (const text of ['\u{200B}', 'Open?']) {
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  }
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ query: 'Open?', top_k: 8 }]));
});

test('that the server can’t be reached is said below the question until it is reached again', async () => {
  const cut = () => {
    throw new TypeError('network');
  };
  const query = 'POST /api/v1/knowledge-bases/kb_1/query';
  const { answer } = startApiDouble({ [query]: cut, 'GET /api/v1/auth/methods': cut });
  renderInConsole(<AskBase base={base} />);
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'Open?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/server can’t be reached/);
  answer('GET /api/v1/auth/methods', { data: {} });
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
