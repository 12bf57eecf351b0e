import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { screens } from '../screens/screens.ts';
import { startApiDouble } from '../test/api-double.ts';
import { prepareCommandMenu } from '../test/prepare-command-menu.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { CommandSearch } from './command-search.tsx';

prepareCommandMenu();

const noLists = Object.fromEntries(
  screens.flatMap(({ things }) => (things === undefined ? [] : [[`GET ${things.endpoint}`, { data: [] }]])),
);
const write = (text: string) => fireEvent.input(screen.getByRole('combobox'), { target: { value: text } });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

/** Workflows that are found later than agents, and match better. */
async function findInTurn() {
  let respond = (): void => undefined;
  const { sent } = startApiDouble({
    ...noLists,
    'GET /api/v1/agents': {
      data: [
        { id: 'agt_1', name: 'The ferry desk' },
        { id: 'agt_2', name: 'The ferry bell' },
      ],
    },
    'GET /api/v1/workflows': async ({ path }) => {
      if (path.includes('search=')) await new Promise<void>((resolve) => (respond = resolve));
      return { data: path.includes('search=') ? [{ id: 'wfl_1', name: 'Ferry times' }] : [] };
    },
  });
  renderInConsole(<CommandSearch screens={screens} onClose={() => {}} />);
  await screen.findByRole('combobox');
  write('ferry');
  await waitFor(() => expect(options()).toEqual(['The ferry desk', 'The ferry bell']));
  await waitFor(() => expect(selected()).toBe('The ferry desk'));
  await waitFor(() => expect(sent.some(({ path }) => path.startsWith('/api/v1/workflows?search='))).toBe(true));
  return () => respond();
}
const selected = () => screen.queryByRole('option', { selected: true })?.textContent;

test('the first option is selected, also if a list that arrives later comes first', async () => {
  const respond = await findInTurn();
  respond();
  await waitFor(() => expect(options()[0]).toBe('Ferry times'));
  await waitFor(() => expect(selected()).toBe('Ferry times'));
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/workflows/wfl_1');
});

test('what is named exactly as the search comes first', async () => {
  startApiDouble({
    ...noLists,
    'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Workflow 17 helper' }] },
    'GET /api/v1/workflows': {
      data: [179, 178, 17].map((number) => ({ id: `wfl_${number}`, name: `Workflow ${number}` })),
    },
  });
  renderInConsole(<CommandSearch screens={screens} onClose={() => {}} />);
  await screen.findByRole('combobox');
  write('workflow 17');
  await waitFor(() => expect(options()).toEqual(['Workflow 17', 'Workflow 179', 'Workflow 178', 'Workflow 17 helper']));
});

test.each([
  ['with the keyboard', () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })],
  [
    'with the mouse',
    () => fireEvent.pointerMove(screen.getByRole('option', { name: 'The ferry bell' }), { movementX: 3, movementY: 1 }),
  ],
])('an option that was chosen %s stays selected', async (_, choose) => {
  const respond = await findInTurn();
  choose();
  await waitFor(() => expect(selected()).toBe('The ferry bell'));
  respond();
  await waitFor(() => expect(options()[0]).toBe('Ferry times'));
  expect(selected()).toBe('The ferry bell');
  // Another search starts at the top again.
  write('the ferry');
  await waitFor(() => expect(selected()).toBe('The ferry desk'));
});
