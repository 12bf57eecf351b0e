import type { Agent } from '@portico/shared-types/api/agents';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { AgentMenu } from './agent-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const agent: Agent = JSON.parse('{"id":"agt_1","name":"Harbor guide","status":"active","tools":[]}');

test('an agent is archived only after a warning that names its chats', async () => {
  const { sent, answer } = startApiDouble({
    'GET /api/v1/chat-interfaces': {
      data: [
        { id: 'chi_1', name: 'Harbor desk', agent_id: 'agt_1' },
        { id: 'chi_2', name: 'Other desk', agent_id: 'agt_2' },
      ],
    },
    'PATCH /api/v1/agents/agt_1': { status: 400, code: 'validation_error', message: 'Not now.' },
  });
  renderInConsole(<AgentMenu agent={agent} />);
  fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  const dialog = await screen.findByRole('dialog', { name: 'Archive “Harbor guide”?' });
  expect(dialog.textContent).toContain('get no more replies');
  await screen.findByText('Harbor desk');
  expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);

  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.');
  answer('PATCH /api/v1/agents/agt_1', { data: { ...agent, status: 'archived' } });
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'archived' });
});
