import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useEffect, useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { ToasterProvider } from '../ui/toaster.tsx';
import { DialogForm } from './dialog-form.tsx';
import { AreaField, NumberField, TextField } from './fields.tsx';
import { MoreSettings } from './section.tsx';
import { useField } from './use-field.ts';

const onClose = vi.fn();
const onSubmit = vi.fn(async () => {});

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function open(): void {
  renderInConsole(
    <DialogForm title="Write text" action="Add text" defaults={{ text: '' }} onClose={onClose} onSubmit={onSubmit}>
      <TextField name="text" label="Text" />
    </DialogForm>,
  );
}

const type = (value: string) => fireEvent.input(screen.getByLabelText('Text'), { target: { value } });
const valueOf = () => screen.getByLabelText<HTMLInputElement>('Text').value;

test('the input of a dialog survives Esc and a reload', async () => {
  open();
  type('A long text');
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  cleanup();
  open();
  await waitFor(() => expect(valueOf()).toBe('A long text'));
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'the Esc that ends a word of an input method: %o',
  async (init) => {
    open();
    fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape', ...init });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  },
);

test('a dialog stays open until its action has ended, and a page that was left reports a failure', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  onSubmit.mockReturnValueOnce(promise);
  function Page() {
    const [isLeft, setLeft] = useState(false);
    useEffect(() => {
      const leave = () => setLeft(true);
      addEventListener('popstate', leave);
      return () => removeEventListener('popstate', leave);
    }, []);
    return isLeft ? null : (
      <DialogForm title="Write text" action="Add text" defaults={{ text: '' }} onClose={onClose} onSubmit={onSubmit}>
        <TextField name="text" label="Text" />
      </DialogForm>
    );
  }
  renderInConsole(
    <ToasterProvider>
      <Page />
    </ToasterProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add text' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(screen.queryByText('Write text')).toBeNull());
  reject(new Error('The server is away.'));
  await waitFor(() => expect(document.querySelector('.toast')?.textContent).toBe('Add text: The server is away.'));
});

test('the input is forgotten when the dialog is cancelled, and when its action has succeeded', async () => {
  open();
  type('A long text');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  open();
  expect(valueOf()).toBe('');
  type('Another text');
  fireEvent.click(screen.getByRole('button', { name: 'Add text' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ text: 'Another text' }, { text: '' }));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  cleanup();
  open();
  expect(valueOf()).toBe('');
});

function WholeError({ name }: { name: string }) {
  const { error } = useField(name);
  return <p role="note">{String(error)}</p>;
}

function openList(...paths: string[]): void {
  const fields = paths.map((path) => ({ path, code: 'other', message: `is wrong at ${path}` }));
  const reject = async () => {
    throw new ApiError({ status: 400, code: 'validation_error', message: 'Wrong.', fields });
  };
  renderInConsole(
    <DialogForm
      title="Add source"
      action="Start"
      defaults={{ urls: 'https://a.example', max_pages: 5, hidden: '' }}
      onClose={onClose}
      onSubmit={reject}
    >
      <AreaField name="urls" label="Addresses" />
      <MoreSettings title="More settings">
        <NumberField name="max_pages" label="Pages" />
      </MoreSettings>
    </DialogForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
}

test('the error of an entry is shown at the field that contains the list', async () => {
  openList('urls.0');
  await screen.findByText('This is wrong at urls.0.');
  expect(screen.getByLabelText('Addresses').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the error of a member named message is its own, not that of the object that contains it', async () => {
  const fields = [{ path: 'inputs.message', code: 'other', message: 'is too short' }];
  const reject = async () => {
    throw new ApiError({ status: 400, code: 'validation_error', message: 'Wrong.', fields });
  };
  renderInConsole(
    <DialogForm title="Run" action="Start" defaults={{ inputs: { message: 'x' } }} onClose={onClose} onSubmit={reject}>
      <WholeError name="inputs" />
      <TextField name="inputs.message" label="Message" />
    </DialogForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('This is too short.');
  expect(screen.getByRole('note').textContent).toBe('undefined');
});

test('an error in closed settings opens them and gets the focus', async () => {
  openList('max_pages');
  await screen.findByText('This is wrong at max_pages.');
  const field = screen.getByLabelText('Pages');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.closest('details')?.open).toBe(true);
});

test('an error that no field shows is shown above the buttons', async () => {
  openList('hidden');
  expect((await screen.findByRole('alert')).textContent).toBe('hidden: is wrong at hidden');
  cleanup();
  openList('urls', 'hidden.name');
  expect((await screen.findByRole('alert')).textContent).toBe('hidden.name: This is wrong at hidden.name.');
  await screen.findByText('This is wrong at urls.');
});

function Restore() {
  const api = useApi();
  return (
    <button type="button" onClick={() => api.reportSignedIn()}>
      Restore
    </button>
  );
}

test.each([
  [
    'the server can’t be reached',
    new ApiError({ status: 0, code: 'network_error', message: 'no response' }),
    /can’t be reached/,
  ],
  [
    'the session has ended',
    new ApiError({ status: 401, code: 'invalid_api_key', message: 'no session' }),
    /session has ended/,
  ],
])('that %s is said until it is over', async (_, error, text) => {
  onSubmit.mockRejectedValueOnce(error);
  renderInConsole(
    <>
      <Restore />
      <DialogForm title="Write text" action="Add text" defaults={{ text: '' }} onClose={onClose} onSubmit={onSubmit}>
        <TextField name="text" label="Text" />
      </DialogForm>
    </>,
  );
  type('A long text');
  fireEvent.click(screen.getByRole('button', { name: 'Add text' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  fireEvent.click(screen.getByText('Restore'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 5_000 });
  expect(valueOf()).toBe('A long text');
});

test('an error of the server is shown with the id that finds it in the log', async () => {
  onSubmit.mockRejectedValueOnce(
    new ApiError({ status: 500, code: 'internal_error', message: 'failed', requestId: 'req_1' }),
  );
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Add text' }));
  expect((await screen.findByRole('alert')).textContent).toContain('req_1');
});
