import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { InviteDialog } from './invite-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function invite(mailed: boolean): void {
  const data = { email: 'ole@harbor.example', link: 'https://harbor.example/join#inv', mailed };
  startApiDouble({ 'POST /api/v1/invitations': { status: 201, data } });
  renderInConsole(
    <ToasterProvider>
      <InviteDialog isOpen onClose={() => {}} />
    </ToasterProvider>,
  );
  fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: 'ole@harbor.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
}

test('the link of an invitation that is not mailed is to be sent, not to be kept', async () => {
  invite(false);
  expect(await screen.findByText(/No e-mail is sent.*Send the link to the person whom you invite/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I have sent it' })).toBeTruthy();
  expect(screen.queryByText(/safe place/)).toBeNull();
});

test('an invitation that is mailed says to whom, and asks for nothing', async () => {
  invite(true);
  expect(await screen.findByText(/The server is sending it to ole@harbor.example/)).toBeTruthy();
  expect(screen.queryByText(/Send the link to the person/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'I have sent it' })).toBeNull();
});
