import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Confirm } from './confirm.tsx';
import { ToasterProvider } from './toaster.tsx';

afterEach(cleanup);

/** Two rows with a menu each, whose deletions end when the test says so. */
function openRows({ reportsLate = false } = {}) {
  const pending = new Map<string, PromiseWithResolvers<void>>();
  function Rows() {
    const [row, setRow] = useState<string | null>(null);
    return (
      <>
        {['Ada', 'Ben'].map((name) => (
          <button key={name} type="button" onClick={() => setRow(name)}>
            {name}
          </button>
        ))}
        <Confirm
          open={row !== null}
          onClose={() => setRow(null)}
          onConfirm={async () => {
            const deletion = Promise.withResolvers<void>();
            pending.set(row ?? '', deletion);
            return deletion.promise;
          }}
          title={`Delete ${row ?? ''}?`}
          text="It is gone for good."
          action="Delete"
          reportsLate={reportsLate}
        />
      </>
    );
  }
  renderInConsole(
    <ToasterProvider>
      <Rows />
    </ToasterProvider>,
  );
  return pending;
}

const ask = (name: string) => fireEvent.click(screen.getByText(name));
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
const cancel = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);

test('a failure is shown in the dialog', async () => {
  const pending = openRows();
  ask('Ada');
  confirm();
  pending.get('Ada')?.reject(new Error('Ada is in use.'));
  await screen.findByText('Ada is in use.');
  expect(titles()).toEqual(['Delete Ada?']);
  expect(toasts()).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
});

test('a failure after the dialog was closed is shown in a message', async () => {
  const pending = openRows();
  ask('Ada');
  confirm();
  cancel();
  pending.get('Ada')?.reject(new Error('Ada is in use.'));
  await waitFor(() => expect(toasts()).toEqual(['Delete: Ada is in use.']));
});

test('the question about another item stays open, and free of errors, when the first action ends', async () => {
  const pending = openRows();
  for (const end of ['resolve', 'reject'] as const) {
    ask('Ada');
    confirm();
    cancel();
    ask('Ben');
    if (end === 'resolve') pending.get('Ada')?.resolve();
    else pending.get('Ada')?.reject(new Error('Ada is in use.'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(titles()).toEqual(['Delete Ben?']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
    cancel();
  }
});

test('a caller that reports a late failure itself does so alone', async () => {
  const pending = openRows({ reportsLate: true });
  ask('Ada');
  confirm();
  cancel();
  pending.get('Ada')?.reject(new Error('Ada is in use.'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(toasts()).toEqual([]);
});

test('what still uses an item is listed by name with links, and the deletion is no longer offered', async () => {
  const users = [
    'agent "Guide (new)" (agt_1)',
    'form interface "Offers" (fmi_1)',
    'chat interface "Desk" (chi_1)',
    'trigger "Nightly" (trg_1)',
    'something else',
  ];
  const refused = new ApiError({
    status: 400,
    code: 'validation_error',
    message: 'refused',
    fields: [{ path: 'params.id', code: 'in_use', message: `is used by ${users.join(', ')}` }],
    details: { users },
  });
  renderInConsole(
    <Confirm
      open
      onClose={() => {}}
      onConfirm={async () => {
        throw refused;
      }}
      title="Delete Handbook?"
      text="It is gone for good."
      action="Delete"
      word="Handbook"
    />,
  );
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Handbook' } });
  confirm();
  expect((await screen.findByRole('alert')).textContent).toContain('It is still used. Change that first:');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Guide (new)', '/agents/agt_1'],
    ['Offers', '/forms/fmi_1'],
    ['Desk', '/chat/chi_1'],
    ['Nightly', '/settings/triggers?trigger=trg_1'],
  ]);
  expect(screen.getByRole('alert').textContent).not.toContain('agt_1');
  expect(screen.getByText('something else')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('after a deletion, the focus is in the row that took its place, or at the title of the page', async () => {
  function List() {
    const [names, setNames] = useState(['Ada', 'Ben', 'Cem']);
    const [asked, setAsked] = useState<string | null>(null);
    return (
      <main>
        <h1>Members</h1>
        {names.length === 0 ? null : (
          <ul>
            {names.map((name) => (
              <li key={name}>
                <button type="button">{name}</button>
                <button type="button" onClick={() => setAsked(name)}>
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Confirm
          open={asked !== null}
          onClose={() => setAsked(null)}
          onConfirm={async () => setNames((now) => now.filter((name) => name !== asked))}
          title="Remove?"
          text="It is gone for good."
          action="Delete"
        />
      </main>
    );
  }
  renderInConsole(
    <ToasterProvider>
      <List />
    </ToasterProvider>,
  );
  const remove = async (name: string) => {
    const button = screen.getByRole('button', { name: `Remove ${name}` });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  const focused = () => document.activeElement?.textContent;
  await remove('Ben');
  await waitFor(() => expect(focused()).toBe('Cem'));
  await remove('Cem');
  await waitFor(() => expect(focused()).toBe('Ada'));
  await remove('Ada');
  await waitFor(() => expect(focused()).toBe('Members'));
});
