import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { sampleConversation } from '../test/sample-conversation.ts';
import CommandMenu from './command-menu.tsx';

beforeEach(() => {
  history.replaceState(null, '', '/');
  // The list measures itself and scrolls, which this document can't.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const noLists = Object.fromEntries(
  screens.flatMap(({ things }) => (things === undefined ? [] : [[`GET ${things.endpoint}`, { data: [] }]])),
);
const { visitor } = sampleConversation;
const of = (id: string, name: string | null, subject: string | null = null) => ({
  ...sampleConversation,
  id,
  subject,
  visitor: { ...visitor, name },
});

function open(conversations: Parameters<typeof startApiDouble>[0][string] = { data: [] }, scopes = ownerMe.scopes) {
  const onClose = vi.fn();
  const api = startApiDouble({ ...noLists, 'GET /api/v1/conversations': conversations });
  renderInConsole(<CommandMenu screens={screens} onClose={onClose} />, { ...ownerMe, scopes });
  return { ...api, onClose };
}

const write = (text: string) => fireEvent.input(screen.getByRole('combobox'), { target: { value: text } });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const searches = (sent: ReturnType<typeof open>['sent']) =>
  sent
    .filter(({ path }) => path.startsWith('/api/v1/conversations?'))
    .map(({ path }) => new URL(path, location.origin).searchParams.get('q'));

test('finds the parts of screens by their own title and by that of the screen', async () => {
  open({ data: [] }, ['webhooks:read', 'insights:read']);
  expect(options()).toHaveLength(screens.length);
  write('webhook');
  await waitFor(() => expect(options()).toEqual(['WebhooksSettings']));
  write('improve usage');
  await waitFor(() => expect(options()).toEqual(['UsageImprove']));
  // Not allowed for this member.
  write('audit log');
  await waitFor(() => expect(screen.getByText('Nothing found.')).toBeTruthy());
  write('settings');
  await waitFor(() => expect(options()[0]).toBe('Settings'));
  expect(options()).toContain('ConnectionsSettings');
  write('figures');
  await waitFor(() => expect(options()).toEqual(['FiguresImprove']));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/improve/figures');
});

test('finds conversations on the server, by the name of the visitor, the subject and the messages', async () => {
  const { sent, onClose } = open({
    data: [of('cnv_1', 'Mara Lindqvist', 'Winter berth'), of('cnv_2', null, 'A crane for Mara'), of('cnv_3', 'Ole')],
  });
  write('m');
  for (const text of ['ma', 'mar', 'mara ']) write(text);
  await waitFor(() => expect(options()).toEqual(['Mara LindqvistWinter berth', 'Visitor is_1A crane for Mara', 'Ole']));
  expect(screen.queryByText('Nothing found.')).toBeNull();
  // One request after the pause; none for a single letter.
  expect(searches(sent)).toEqual(['mara']);
  fireEvent.click(within(screen.getByRole('listbox')).getByText('A crane for Mara'));
  expect(location.pathname).toBe('/conversations/cnv_2');
  expect(onClose).toHaveBeenCalled();
});

test('says that nothing is found only when the server has responded', async () => {
  let respond = (): void => undefined;
  const { sent } = open(async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return { data: [] };
  });
  write('zebra');
  await waitFor(() => expect(searches(sent)).toEqual(['zebra']));
  expect([options(), screen.queryByText('Nothing found.')]).toEqual([[], null]);
  respond();
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
});

test('members who may not see conversations get none', async () => {
  const onClose = vi.fn();
  const { sent } = startApiDouble(noLists);
  const allowed = screens.filter(({ name }) => name !== 'conversations');
  renderInConsole(<CommandMenu screens={allowed} onClose={onClose} />, { ...ownerMe, scopes: [] });
  write('zebra');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('conversations'))).toBe(false);
});
