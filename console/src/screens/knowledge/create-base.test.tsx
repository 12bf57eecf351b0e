import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { expect, test } from 'vitest';
import { agents } from '../../data/agents.ts';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { useCleanBrowser } from '../../test/clean-browser.ts';
import { choose } from '../../test/choose.ts';
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

const member = { ...ownerMe, scopes: ['knowledge-bases:read', 'knowledge-bases:write', 'agents:read', 'agents:write'] };
const given = ({ sent }: ReturnType<typeof startApiDouble>) => sent.some(({ method }) => method === 'PATCH');
const usedBy = () => screen.getByLabelText<HTMLSelectElement>('Used by');

test('the field says that agents are being read while a list from before is read again', async () => {
  const agent = { id: 'agt_1', name: 'Guide', knowledge_base_ids: [] };
  const newest = { ...agent, id: 'agt_2', name: 'Lighthouse' };
  const again = Promise.withResolvers<object>();
  const api = startApiDouble({ 'GET /api/v1/agents': { data: [agent] } });
  function Page() {
    const list = agents.useAll();
    const [isOpen, setOpen] = useState(false);
    if (isOpen) return <CreateBase onClose={() => undefined} />;
    const open = () => {
      void list.refetch();
      setOpen(true);
    };
    return list.data === undefined ? null : <button onClick={open}>Open</button>;
  }
  renderInConsole(<Page />, member);
  const button = await screen.findByRole('button', { name: 'Open' });
  api.answer('GET /api/v1/agents', async () => again.promise);
  fireEvent.click(button);
  expect((await screen.findByLabelText('Used by')).textContent).toBe('Loading');
  again.resolve({ data: [newest, agent] });
  await waitFor(() => expect(usedBy().value).toBe('agt_2'));
  // Nobody is a choice.
  choose('Used by', '');
  await waitFor(() => expect(usedBy().selectedOptions[0]?.textContent).toBe('No agent yet'));
});

test('a new knowledge base that the field says nobody uses is given to no agent', async () => {
  const agent = { id: 'agt_1', name: 'Guide', knowledge_base_ids: [] };
  const api = startApiDouble({
    'GET /api/v1/agents': { status: 500 },
    'GET /api/v1/agents/agt_1': { data: agent },
    'PATCH /api/v1/agents/agt_1': { data: agent },
    'POST /api/v1/knowledge-bases': { data: { id: 'kb_3', name: 'Boats' } },
  });
  renderInConsole(<CreateBase onClose={() => undefined} />, member);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Boats' } });
  await screen.findByRole('button', { name: 'Try again' });
  expect(usedBy().selectedOptions[0]?.textContent).toBe('No agent yet');
  api.answer('GET /api/v1/agents', { data: [agent] });
  fireEvent.click(screen.getByRole('button', { name: 'Create knowledge base' }));
  await waitFor(() => expect(location.pathname).toBe('/knowledge/kb_3'));
  expect(given(api)).toBe(false);
});

test('a new knowledge base is not created for nobody because the agents can’t be read', async () => {
  const reading = Promise.withResolvers<object>();
  const { sent } = startApiDouble({
    'GET /api/v1/agents': async () => reading.promise,
    'POST /api/v1/knowledge-bases': { data: { id: 'kb_3', name: 'Boats' } },
  });
  renderInConsole(<CreateBase onClose={() => undefined} />, member);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Boats' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create knowledge base' }));
  reading.resolve({ status: 403, code: 'permission_denied', message: 'Agents are closed.' });
  await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(usedBy().form?.querySelector('[type=submit]')?.hasAttribute('disabled')).toBe(false));
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  // The field says that nobody will use it.
  fireEvent.click(screen.getByRole('button', { name: 'Create knowledge base' }));
  await waitFor(() => expect(location.pathname).toBe('/knowledge/kb_3'));
});
