import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { AddUrls } from './add-urls.tsx';

const path = 'POST /api/v1/knowledge-bases/kb_1/documents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const onClose = vi.fn();
  renderInConsole(<AddUrls baseId="kb_1" onClose={onClose} />);
  return onClose;
}

const add = (text: string) => {
  fireEvent.input(screen.getByLabelText('Addresses'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
};
const urlsOf = (sent: readonly { body: unknown }[]) => sent.map(({ body }) => body);

test('a word that is not an address adds nothing, and is named', async () => {
  const { sent } = startApiDouble({ [path]: { status: 201, data: { id: 'doc_1' } } });
  const onClose = open();
  add('https://harbor.example/one and harbor.example/two');
  await screen.findByText('“and” is not an address. Nothing was added.');
  expect(sent).toEqual([]);
  add('https://harbor.example/one, harbor.example/two');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(urlsOf(sent)).toEqual([{ url: 'https://harbor.example/one' }, { url: 'https://harbor.example/two' }]);
});

test('a retry does not add the pages before the failed one again', async () => {
  const api = startApiDouble({
    [path]: ({ body }) =>
      JSON.stringify(body).includes('two')
        ? { status: 503, code: 'service_unavailable', message: 'Starting.' }
        : { status: 201, data: { id: 'doc_1' } },
  });
  const onClose = open();
  add('harbor.example/one harbor.example/two');
  await screen.findByText('Starting.');
  api.answer(path, { status: 201, data: { id: 'doc_2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(urlsOf(api.sent)).toEqual(['one', 'two', 'two'].map((name) => ({ url: `https://harbor.example/${name}` })));
});
