import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { ToasterProvider } from '../../ui/toaster.tsx';
import { AddDocuments } from './add-documents.tsx';

const path = 'POST /api/v1/knowledge-bases/kb_1/documents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Tabs() {
  const [isOpen, setOpen] = useState(true);
  return (
    <ToasterProvider>
      <button type="button" onClick={() => setOpen(false)}>
        Another tab
      </button>
      {isOpen ? <AddDocuments baseId="kb_1" /> : null}
    </ToasterProvider>
  );
}

test('files whose upload fails after the tab was left are named', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const nameOf = (body: unknown) => {
    const file = body instanceof FormData ? body.get('file') : null;
    return file instanceof File ? file.name : '';
  };
  const refused = { status: 400, code: 'validation_error', message: 'File type not supported.' };
  const { sent } = startApiDouble({
    [path]: async ({ body }) => {
      await promise;
      return nameOf(body).endsWith('.exe') ? refused : { status: 201, data: {} };
    },
  });
  renderInConsole(<Tabs />);
  const files = ['berths.pdf', 'tides.exe', 'fees.pdf', 'maps.exe'].map((name) => new File(['text'], name));
  const chooser = screen.getByLabelText('Choose files', { selector: 'input' });
  // With preact/compat, fireEvent.change would send an input event.
  fireEvent(chooser, createEvent.change(chooser, { target: { files } }));
  await waitFor(() => expect(sent).toHaveLength(3));
  fireEvent.click(screen.getByRole('button', { name: 'Another tab' }));
  resolve();
  const text = '2 files were not sent: tides.exe, maps.exe. File type not supported.';
  expect(await screen.findByText(text, { selector: '.toast' })).toBeTruthy();
  expect(sent.map(({ body }) => nameOf(body))).toEqual(['berths.pdf', 'tides.exe', 'fees.pdf', 'maps.exe']);
});

test('a file whose content is already there is named with a link to its document', async () => {
  startApiDouble({
    [path]: ({ body }) => {
      const file = body instanceof FormData ? body.get('file') : null;
      const isNew = file instanceof File && file.name === 'fees.md';
      return isNew
        ? { status: 201, data: { id: 'doc_2', name: 'fees.md' } }
        : { data: { id: 'doc_1', name: 'hours.md' } };
    },
  });
  renderInConsole(<Tabs />);
  const chooser = screen.getByLabelText('Choose files', { selector: 'input' });
  const files = [new File(['text'], 'opening.md'), new File(['text'], 'fees.md')];
  fireEvent(chooser, createEvent.change(chooser, { target: { files } }));
  const link = await screen.findByRole('link', { name: 'hours.md' });
  expect(link.getAttribute('href')).toBe('/knowledge/kb_1/documents/doc_1');
  expect(link.closest('.line')?.textContent).toBe('opening.mdAlready here as hours.md');
  expect(await screen.findByText('1 file was already here')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('link', { name: 'hours.md' })).toBeNull();
});
