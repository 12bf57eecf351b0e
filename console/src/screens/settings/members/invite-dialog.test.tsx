import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { InviteDialog } from './invite-dialog.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('the link of an invitation is to be sent, not to be kept', async () => {
  startApiDouble({ 'POST /api/v1/invitations': { status: 201, data: { link: 'https://harbor.example/join#inv' } } });
  renderInConsole(
    <ToasterProvider>
      <InviteDialog onClose={() => {}} />
    </ToasterProvider>,
  );
  fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: 'ole@harbor.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText(/Send it to the person whom you invite/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I have sent it' })).toBeTruthy();
  expect(screen.queryByText(/safe place/)).toBeNull();
});
