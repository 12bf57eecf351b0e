import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { useCleanBrowser } from '../../test/clean-browser.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { CreateBase } from './create-base.tsx';

useCleanBrowser();

test('the agent that gets a new knowledge base keeps one that somebody else has given it meanwhile', async () => {
  const agent = { id: 'agt_1', name: 'Guide', knowledge_base_ids: ['kb_1'] };
  const api = startApiDouble({
    'GET /api/v1/agents': { data: [agent] },
    'GET /api/v1/agents/agt_1': { data: { ...agent, knowledge_base_ids: ['kb_1', 'kb_2'] } },
    'PATCH /api/v1/agents/agt_1': { data: agent },
    'POST /api/v1/knowledge-bases': { data: { id: 'kb_3', name: 'Boats' } },
  });
  const scopes = ['knowledge-bases:read', 'knowledge-bases:write', 'agents:read', 'agents:write'];
  renderInConsole(<CreateBase onClose={() => undefined} />, { ...ownerMe, scopes });
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Boats' } });
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Name').form ?? document.body);
  const patch = () => api.sent.find(({ method }) => method === 'PATCH')?.body;
  await waitFor(() => expect(patch()).toBeDefined());
  expect(patch()).toEqual({ knowledge_base_ids: ['kb_1', 'kb_2', 'kb_3'] });
});

test('a new knowledge base opens while the agents are still being read, and is added to the newest one', async () => {
  const agent = { id: 'agt_1', name: 'Guide', knowledge_base_ids: [] };
  const agents = Promise.withResolvers<object>();
  const api = startApiDouble({
    'GET /api/v1/agents': async () => agents.promise,
    'GET /api/v1/agents/agt_1': { data: agent },
    'PATCH /api/v1/agents/agt_1': { data: agent },
    'POST /api/v1/knowledge-bases': { data: { id: 'kb_3', name: 'Boats' } },
  });
  const scopes = ['knowledge-bases:read', 'knowledge-bases:write', 'agents:read', 'agents:write'];
  renderInConsole(<CreateBase onClose={() => undefined} />, { ...ownerMe, scopes });
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Boats' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create knowledge base' }));
  agents.resolve({ data: [agent] });
  await waitFor(() =>
    expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ knowledge_base_ids: ['kb_3'] }),
  );
});
