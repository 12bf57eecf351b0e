import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { applyChanges, type Values } from './changes.ts';
import { SavedForm } from '../test/saved-form.tsx';
import { type } from '../test/type.ts';
import { DraftForm } from './draft-form.tsx';
import { NumberField, SwitchField, TextField } from './fields.tsx';
import { Section } from './section.tsx';
import { useField } from './use-field.ts';

afterEach(cleanup);

const saved = { name: 'Harbor', branding: { color: '#123456', dark: false } };

function Settings({ save }: { save: (changes: Values) => Promise<Values> }) {
  return (
    <SavedForm saved={saved} save={save}>
      <TextField name="name" label="Name" />
      <TextField name="branding.color" label="Colour" />
      <SwitchField name="branding.dark" label="Dark" />
    </SavedForm>
  );
}

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('only changes are sent, and the bar disappears after saving', async () => {
  const save = vi.fn(async (changes: Values) => ({
    ...saved,
    branding: { ...saved.branding, ...Object(changes['branding']) },
  }));
  renderInConsole(<Settings save={save} />);
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  type('Colour', '#654321');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(save.mock.calls).toEqual([[{ branding: { color: '#654321' } }]]);
  expect(valueOf('Colour')).toBe('#654321');
  expect(sessionStorage.length).toBe(0);
});

test('unsaved input is restored after a reload, and can be discarded', async () => {
  const save = vi.fn(async () => saved);
  const first = renderInConsole(<Settings save={save} />);
  type('Name', 'Harbour office');
  await screen.findByText('Unsaved changes');
  first.unmount();
  renderInConsole(<Settings save={save} />);
  expect(valueOf('Name')).toBe('Harbour office');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(valueOf('Name')).toBe('Harbor'));
  expect(sessionStorage.length).toBe(0);
});

test('what isn’t a number is restored after a reload, too', async () => {
  const tree = () => (
    <SavedForm saved={{ daily_messages: 500 }} save={async (changes) => changes}>
      <NumberField name="daily_messages" label="Messages a day" />
    </SavedForm>
  );
  const first = renderInConsole(tree());
  type('Messages a day', '12 kg');
  await screen.findByText('Unsaved changes');
  first.unmount();
  renderInConsole(tree());
  expect(valueOf('Messages a day')).toBe('12 kg');
});

test('what isn’t a number is refused at its field, and not saved as an empty one', async () => {
  const limits = { daily_messages: 500 };
  const isWrong = { path: 'daily_messages', code: 'invalid_type', message: 'must be a number' };
  const save = vi.fn(async ({ daily_messages: sent }: Values) => {
    if (sent === null || typeof sent === 'number') return { daily_messages: sent };
    throw new ApiError({ status: 400, code: 'validation_error', message: 'refused', fields: [isWrong] });
  });
  renderInConsole(
    <SavedForm saved={limits} save={save}>
      <NumberField name="daily_messages" label="Messages a day" />
    </SavedForm>,
  );
  type('Messages a day', '12 kg');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Enter a number.');
  expect(screen.getByLabelText<HTMLInputElement>('Messages a day').value).toBe('12 kg');
  // The console is in English, and the browser in German.
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  type('Messages a day', '1,500');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter 1500 for a whole number, or 1,5000 for one with decimals/);
  type('Messages a day', '20');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(save.mock.calls.at(-1)).toEqual([{ daily_messages: 20 }]);
  // An empty field removes the limit.
  type('Messages a day', '');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save.mock.calls.at(-1)).toEqual([{ daily_messages: null }]));
});

const refusal = new ApiError({
  status: 400,
  code: 'validation_error',
  message: 'refused',
  fields: [{ path: 'branding.color', code: 'invalid_format', message: 'must be a CSS colour like #5645b5' }],
});

test('a refused save shows the reason at the field and keeps the input; the next attempt is sent', async () => {
  const save = vi.fn<(changes: Values) => Promise<Values>>().mockRejectedValueOnce(refusal).mockResolvedValue(saved);
  renderInConsole(<Settings save={save} />);
  type('Colour', 'nope');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Must be a CSS colour like #5645b5');
  expect(screen.getByRole('alert').textContent).toBe('1 field needs another value.');
  expect(valueOf('Colour')).toBe('nope');
  expect(screen.getByLabelText('Colour').getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
});

test('a refused field gets the focus, even if it only opens then', async () => {
  function Opening() {
    const [isOpen, setOpen] = useState(false);
    const save = async () => {
      setTimeout(() => requestAnimationFrame(() => setOpen(true)));
      throw refusal;
    };
    return (
      <SavedForm saved={saved} save={save}>
        <TextField name="name" label="Name" />
        {isOpen ? <TextField name="branding.color" label="Colour" /> : null}
      </SavedForm>
    );
  }
  renderInConsole(<Opening />);
  type('Name', 'Quay');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Colour')));
});

test('a refused field of another tab is named by its label', async () => {
  const save = async (): Promise<Values> => Promise.reject(refusal);
  const tab = (isFirst: boolean) => (
    <SavedForm saved={saved} save={save}>
      {isFirst ? <TextField name="branding.color" label="Colour" help="As on your site" /> : null}
    </SavedForm>
  );
  const { rerender } = renderInConsole(tab(true));
  type('Colour', 'greenish');
  rerender(tab(false));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/ Colour: \S/);
});

test('⌘S saves', async () => {
  const save = vi.fn(async () => saved);
  renderInConsole(<Settings save={save} />);
  type('Name', 'Quay');
  await screen.findByText('Unsaved changes');
  fireEvent.keyDown(globalThis.window, { key: 's', metaKey: true });
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Quay' }));
});

test('⌘S during a save also saves what was typed in the meantime', async () => {
  const first = Promise.withResolvers<void>();
  const save = vi.fn(async (changes: Values) => {
    if (save.mock.calls.length === 1) await first.promise;
    return applyChanges({ ...saved, name: 'Quay' }, changes);
  });
  renderInConsole(<Settings save={save} />);
  const pressKey = () => fireEvent.keyDown(globalThis.window, { key: 's', ctrlKey: true });
  type('Name', 'Quay');
  await screen.findByText('Unsaved changes');
  pressKey();
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  type('Name', 'Quay 2');
  pressKey();
  first.resolve();
  await waitFor(() => expect(save.mock.calls).toEqual([[{ name: 'Quay' }], [{ name: 'Quay 2' }]]));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
});

test('what is typed while the save of somebody else arrives is kept', async () => {
  const formOf = (now: Values) => (
    <DraftForm name="things/1" saved={now} save={async () => now}>
      <TextField name="name" label="Name" />
      <TextField name="branding.color" label="Colour" />
    </DraftForm>
  );
  const { rerender } = renderInConsole(formOf(saved));
  // Effects run later than the rendering that caused them: on a busy machine, after the next key.
  await act(() => {
    rerender(formOf({ ...saved, branding: { ...saved.branding, color: '#000000' } }));
    type('Name', 'Quay');
  });
  expect([valueOf('Name'), valueOf('Colour')]).toEqual(['Quay', '#000000']);
  await screen.findByText('Unsaved changes');
});

test('what is typed as soon as the form appears is kept with the input of before a reload', async () => {
  const save = vi.fn(async () => saved);
  const first = renderInConsole(<Settings save={save} />);
  type('Colour', '#654321');
  await screen.findByText('Unsaved changes');
  first.unmount();
  await act(() => {
    renderInConsole(<Settings save={save} />);
    type('Name', 'Quay');
  });
  expect([valueOf('Name'), valueOf('Colour')]).toEqual(['Quay', '#654321']);
});

/** A form of one of two people: `theirs` is what the other one has saved since this page has read `read`. */
function openShared(theirs: Values, read: Values = saved) {
  const save = vi.fn(async (changes: Values) => applyChanges(theirs, changes));
  function Shared() {
    const [now, setNow] = useState<Values>(read);
    return (
      <DraftForm
        name="things/1"
        saved={now}
        read={async () => {
          setNow(theirs);
          return theirs;
        }}
        save={async (changes) => {
          const result = await save(changes);
          setNow(result);
          return result;
        }}
      >
        <TextField name="name" label="Name" />
        <TextField name="branding.color" label="Colour" />
      </DraftForm>
    );
  }
  return { save, ...renderInConsole(<Shared />) };
}

const pressSave = async (name = 'Save') => fireEvent.click(await screen.findByRole('button', { name }));
const bothChanged = 'Also changed by somebody else, or in another tab: Name. Saving replaces that.';

test('what somebody else has saved in the meantime is kept, and shown with what is saved', async () => {
  const { save } = openShared({ ...saved, branding: { ...saved.branding, color: '#000000' } });
  type('Name', 'Quay');
  await pressSave();
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(save.mock.calls).toEqual([[{ name: 'Quay' }]]);
  expect([valueOf('Name'), valueOf('Colour')]).toEqual(['Quay', '#000000']);
});

test('what somebody else has changed, too, is only replaced by a second press', async () => {
  const { save } = openShared({ ...saved, name: 'Pier' });
  type('Name', 'Quay');
  await pressSave();
  expect((await screen.findByRole('alert')).textContent).toBe(bothChanged);
  expect(save).not.toHaveBeenCalled();
  expect(valueOf('Name')).toBe('Quay');
  await pressSave('Save anyway');
  await waitFor(() => expect(save.mock.calls).toEqual([[{ name: 'Quay' }]]));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  cleanup();
  openShared({ ...saved, name: 'Pier' });
  type('Name', 'Quay');
  await pressSave();
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(valueOf('Name')).toBe('Pier'));
});

test('what somebody else has changed, too, is still named after a reload, until it is replaced', async () => {
  const theirs = { ...saved, name: 'Piers' };
  const { save, unmount } = openShared(theirs);
  type('Name', 'Quay');
  type('Colour', '#654321');
  await pressSave();
  expect(await screen.findByText(bothChanged)).toBeTruthy();
  unmount();
  const again = openShared(theirs, theirs);
  expect(await screen.findByText(bothChanged)).toBeTruthy();
  expect([valueOf('Name'), valueOf('Colour')]).toEqual(['Quay', '#654321']);
  again.unmount();
  const last = openShared(theirs, theirs);
  await pressSave('Save anyway');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull());
  expect(save).not.toHaveBeenCalled();
  expect(last.save.mock.calls).toEqual([[{ name: 'Quay', branding: { color: '#654321' } }]]);
  expect(sessionStorage.length).toBe(0);
});

test('a list without a label is named by the heading above it', async () => {
  function Origins() {
    const { set } = useField('origins');
    return <input name="origins.0" aria-label="Origin" onInput={(event) => set([event.currentTarget.value])} />;
  }
  renderInConsole(
    <DraftForm
      name="things/1"
      saved={{ origins: ['a'] }}
      read={async () => ({ origins: ['b'] })}
      save={async () => ({ origins: ['c'] })}
    >
      <Section title="Your sites" help="" reference="reference/limits">
        <Origins />
      </Section>
    </DraftForm>,
  );
  type('Origin', 'c');
  await pressSave();
  expect((await screen.findByRole('alert')).textContent).toContain('Your sites');
});

test('a reload in the meantime hides no change of somebody else', async () => {
  const first = openShared(saved);
  type('Name', 'Quay');
  await screen.findByText('Unsaved changes');
  first.unmount();
  renderInConsole(
    <DraftForm name="things/1" saved={{ ...saved, name: 'Pier' }} read={async () => saved} save={async () => saved}>
      <TextField name="name" label="Name" />
    </DraftForm>,
  );
  expect(valueOf('Name')).toBe('Quay');
  expect((await screen.findByRole('alert')).textContent).toBe(bothChanged);
});

function Inputs() {
  const { value, set } = useField('inputs');
  return (
    <button type="button" onClick={() => set({ target: 'Berlin', text: 'Hi' })}>
      {JSON.stringify(value)}
    </button>
  );
}

test('a value may have a member named `target`, like the events of controls', () => {
  renderInConsole(
    <SavedForm saved={{ inputs: {} }} save={async () => ({ inputs: {} })}>
      <Inputs />
    </SavedForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: '{}' }));
  expect(screen.getByRole('button', { name: '{"target":"Berlin","text":"Hi"}' })).toBeTruthy();
});

test('the reason that a change was not saved is gone once the member has signed in again', async () => {
  const save = vi
    .fn<(changes: Values) => Promise<Values>>()
    .mockRejectedValue(new ApiError({ status: 401, code: 'invalid_api_key', message: 'no session' }));
  function SignIn() {
    const api = useApi();
    return (
      <button type="button" onClick={() => api.reportSignedIn()}>
        Sign in
      </button>
    );
  }
  renderInConsole(
    <>
      <SignIn />
      <Settings save={save} />
    </>,
  );
  type('Name', 'Harbour office');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText(/session has ended/);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sign in' })));
  // There is time to read it, as below other actions.
  expect(screen.getByText(/session has ended/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/session has ended/)).toBeNull());
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
});
