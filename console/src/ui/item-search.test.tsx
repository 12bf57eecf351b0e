import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { agents as resource } from '../data/agents.ts';
import { CreateChat } from '../screens/chat/create-chat.tsx';
import { startApiDouble } from '../test/api-double.ts';
import { choose } from '../test/choose.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { ItemFilter } from './item-filter.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const agents = Array.from({ length: 2_300 }, (_, at) => ({ id: `agt_${at}`, name: `Guide ${at}` }));

const renamed = { id: 'agt_2222', name: 'Pilot' };

function startAgents(count = agents.length) {
  let isRenamed = false;
  return startApiDouble({
    'GET /api/v1/agents': ({ path }) => {
      const query = new URL(path, 'http://double.test').searchParams;
      const page = Number(query.get('page') ?? 1);
      const found = agents.slice(0, count).filter(({ name }) => name.includes(query.get('search') ?? ''));
      return {
        data: found.slice((page - 1) * 100, page * 100),
        pagination: { page, total_count: found.length, total_pages: Math.ceil(found.length / 100) },
      };
    },
    'GET /api/v1/agents/agt_2222': () => ({ data: isRenamed ? renamed : agents[2_222] }),
    'PATCH /api/v1/agents/agt_2222': () => {
      isRenamed = true;
      return { data: renamed };
    },
    'POST /api/v1/chat-interfaces': { data: { id: 'chi_1', name: 'Berths' } },
  });
}

test('a list of exactly as many items as are read is not cut off', async () => {
  startAgents(2_000);
  renderInConsole(<CreateChat onClose={() => undefined} />);
  expect(await screen.findByText('2,000 found')).toBeTruthy();
  expect(screen.queryByText(/^Only the first/)).toBeNull();
});

test('an item that a long list leaves out is found by its name, and chosen', async () => {
  const api = startAgents();
  renderInConsole(<CreateChat onClose={() => undefined} />);
  expect(await screen.findByText('Only the first 2,000 are listed. Find the others by name.')).toBeTruthy();
  const agent = screen.getByLabelText<HTMLSelectElement>('Agent', { selector: 'select' });
  const namesOf = () => [...agent.options].map(({ textContent }) => textContent);
  expect(namesOf()).toHaveLength(2_000);

  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find by name Agent' });
  fireEvent.input(search, { target: { value: 'Guide 2' } });
  expect(await screen.findByText('Only the first 100 are listed. Find the others by name.')).toBeTruthy();
  fireEvent.input(search, { target: { value: 'Guide 2222' } });
  expect(await screen.findByText('1 found')).toBeTruthy();
  // The agent that is chosen by default stays chosen.
  await waitFor(() => expect(namesOf()).toEqual(['Guide 2222', 'Guide 0']));
  expect(agent.value).toBe('agt_0');
  choose('Agent', 'agt_2222');
  fireEvent.input(search, { target: { value: '' } });
  await waitFor(() => expect(agent.options).toHaveLength(2_001));
  await waitFor(() => expect(agent.selectedOptions[0]?.textContent).toBe('Guide 2222'));

  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Berths' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create chat' }));
  await waitFor(() => expect(api.sent.at(-1)?.body).toMatchObject({ name: 'Berths', agent_id: 'agt_2222' }));
});

function Filter() {
  const { mutate } = resource.useUpdate('agt_2222');
  return (
    <>
      <ItemFilter
        label="Agent"
        query={resource.useAll()}
        resource={resource}
        value="agt_2222"
        onValue={() => undefined}
      />
      <button type="button" onClick={() => mutate({ name: renamed.name })}>
        Rename
      </button>
    </>
  );
}

test('a filter names an item that a long list leaves out, also after it was renamed', async () => {
  startAgents();
  renderInConsole(<Filter />);
  const agent = await screen.findByLabelText<HTMLSelectElement>('Agent', { selector: 'select' });
  const nameOf = () => agent.selectedOptions[0]?.textContent;
  await waitFor(() => expect(nameOf()).toBe('Guide 2222'));
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(nameOf()).toBe('Pilot'));
});
