import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { CreateTrigger } from './create-trigger.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(workspace: object) {
  const api = startApiDouble({
    'GET /api/v1/workflows': { data: [{ id: 'wf_1', name: 'Weekly report' }] },
    'GET /api/v1/workspace': workspace,
    'POST /api/v1/triggers': { status: 201, data: { webhook: null } },
  });
  renderInConsole(<CreateTrigger onClose={() => {}} />);
  return api;
}

const zone = async () => screen.findByLabelText<HTMLInputElement>('Time zone');

test('a schedule is in the time zone of the workspace, and says so', async () => {
  const api = open({ data: { timezone: 'Pacific/Auckland' } });
  expect((await zone()).value).toBe('Pacific/Auckland');
  expect((await zone()).getAttribute('aria-describedby')).toBe(
    screen.getByText(/time zone of the workspace/).closest('[id]')?.id,
  );
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Report' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    schedule: { timezone: 'Pacific/Auckland' },
  });
});

test('if the workspace can’t be read, it is in that of the browser, and says so', async () => {
  open({ status: 500 });
  expect((await zone()).value).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(screen.getByText(/time zone of this browser/)).toBeTruthy();
});
