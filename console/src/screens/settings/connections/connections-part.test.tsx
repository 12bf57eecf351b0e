import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import ConnectionsPart from './connections-part.tsx';

const mcp = { agents: 'all', workflows: ['wf_gone', 'wf_2'], knowledge_bases: 'none' };
const member = { ...ownerMe, scopes: ['agents:read', 'workflows:read', 'knowledge-bases:read', 'settings:write'] };
const agents = Array.from({ length: 9 }, (_, at) => ({ id: `agt_${at}`, name: `Desk ${at}`, status: 'active' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(me: object = member, offered: object = mcp) {
  const api = startApiDouble({
    'GET /api/v1/workspace': { data: { id: 'default', name: 'Harbour', mcp: offered } },
    'PATCH /api/v1/workspace': ({ body }) => ({ data: { mcp: { ...offered, ...Object(body).mcp } } }),
    'GET /api/v1/agents': { data: agents },
    'GET /api/v1/workflows': {
      data: [
        { id: 'wf_1', name: 'Sort requests', status: 'active' },
        { id: 'wf_2', name: 'Old letters', status: 'inactive' },
      ],
    },
    'GET /api/v1/knowledge-bases': { data: [] },
  });
  renderInConsole(<ConnectionsPart />, me);
  return api;
}

const group = async (name: string) => within(await screen.findByRole('group', { name }));
const choose = async (name: string, option: string) =>
  fireEvent.click((await group(name)).getByRole('radio', { name: option }));
const saved = (api: ReturnType<typeof open>) =>
  api.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

test('both addresses are of this server, each with a button that copies it', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open();
  expect(await screen.findByText(`${location.origin}/mcp`)).toBeTruthy();
  expect(screen.getByText(`${location.origin}/openai/v1`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy: Base URL' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/openai/v1`));
});

test('an agent that a long list leaves out is found by its name, and chosen', async () => {
  const api = open();
  const many = Array.from({ length: 2_300 }, (_, at) => ({ id: `agt_${at}`, name: `Desk ${at}`, status: 'active' }));
  api.answer('GET /api/v1/agents', ({ path }) => {
    const query = new URL(path, location.origin).searchParams;
    const page = Number(query.get('page') ?? 1);
    const found = many.filter(({ name }) => name.includes(query.get('search') ?? ''));
    return { data: found.slice((page - 1) * 100, page * 100), pagination: { page, total_pages: found.length / 100 } };
  });
  await choose('Agents', 'Only chosen');
  const choices = await group('Agents');
  expect(await choices.findByText('Only the first 2,000 are listed. Find the others by name.')).toBeTruthy();
  fireEvent.input(choices.getByRole('searchbox'), { target: { value: 'Desk 2222' } });
  fireEvent.click(await choices.findByRole('checkbox', { name: 'Desk 2222' }));
  await waitFor(() => expect(choices.getByRole('checkbox', { name: 'Desk 2222', checked: true })).toBeTruthy());
});

test('only chosen agents are offered; a search finds them, and Enter in it saves nothing', async () => {
  const api = open();
  await choose('Agents', 'Only chosen');
  const choices = await group('Agents');
  expect(await choices.findByText('Nothing is chosen, so none is offered.')).toBeTruthy();
  const search = choices.getByRole('searchbox');
  fireEvent.input(search, { target: { value: 'desk 7' } });
  await waitFor(() => expect(choices.getAllByRole('checkbox')).toHaveLength(1));
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  fireEvent.click(choices.getByRole('checkbox', { name: 'Desk 7' }));
  expect(await choices.findByText('1 of 9 chosen')).toBeTruthy();
  // What was chosen is still there after a look at the other options.
  await choose('Agents', 'None');
  await choose('Agents', 'Only chosen');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(saved(api)).toEqual([{ mcp: { agents: ['agt_7'] } }]);
});

test('what is chosen but not offered says why, and a choice that is taken back changes nothing', async () => {
  open();
  const choices = await group('Workflows');
  const missing = await choices.findByRole<HTMLInputElement>('checkbox', { name: 'wf_gone' });
  expect([choices.getByText('Not found'), choices.getByText('Inactive')]).toHaveLength(2);
  fireEvent.click(missing);
  expect(await screen.findByText('Unsaved changes')).toBeTruthy();
  fireEvent.click(choices.getByRole('checkbox', { name: 'wf_gone' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
});

test('without settings:write nothing can be changed, and names need the scope of their list', async () => {
  open({ ...member, scopes: ['agents:read'] });
  const choices = await group('Workflows');
  expect(choices.getByText('2 chosen. To see their names, your role needs workflows:read.')).toBeTruthy();
  expect(screen.getByText(/You can look, but not change anything here/)).toBeTruthy();
  expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true);
});

test('an empty list leads to the screen where the first one is made, and a failed save keeps the choice', async () => {
  const api = open();
  await choose('Knowledge bases', 'Only chosen');
  const choices = await group('Knowledge bases');
  expect((await choices.findByRole('link', { name: 'Knowledge bases' })).getAttribute('href')).toBe('/knowledge');
  await choose('Knowledge bases', 'All');
  const fields = [{ path: 'body.mcp.knowledge_bases', code: 'invalid_value', message: 'must be all, none or ids' }];
  api.answer('PATCH /api/v1/workspace', { status: 400, code: 'validation_error', details: { fields } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await choices.findByText('Must be all, none or ids')).toBeTruthy();
  expect(choices.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true);
});
