import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import type { ComponentType } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import KeysPart from './keys/keys-part.tsx';
import MembersPart from './members/members-part.tsx';
import TriggersPart from './triggers/triggers-part.tsx';
import { WebhookList } from './webhooks/webhook-list.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Part {
  readonly name: string;
  readonly Part: ComponentType;
  readonly scope: string;
  readonly open: string;
  readonly action: string;
  readonly issued: object;
}

const parts: readonly Part[] = [
  {
    name: 'api-keys',
    Part: KeysPart,
    scope: 'api-keys:write',
    open: 'New key',
    action: 'Create key',
    issued: { id: 'key_1', key: 'shown-once' },
  },
  {
    name: 'webhooks',
    Part: WebhookList,
    scope: 'webhooks:write',
    open: 'New webhook',
    action: 'Create webhook',
    issued: { id: 'whk_1', secret: 'shown-once' },
  },
  {
    name: 'triggers',
    Part: TriggersPart,
    scope: 'triggers:write',
    open: 'New trigger',
    action: 'Create trigger',
    issued: { id: 'trg_1', webhook: { secret: 'shown-once' }, warnings: [] },
  },
  {
    name: 'invitations',
    Part: MembersPart,
    scope: 'members:write',
    open: 'Invite',
    action: 'Invite',
    issued: { id: 'inv_1', link: 'shown-once', mailed: false },
  },
];

/** Opens a part, and creates what has a secret; the server responds with what `issue` returns. */
async function create({ name, Part, scope, open, action }: Part, issue: () => Promise<object>): Promise<void> {
  history.replaceState(null, '', '/settings');
  const lists = ['api-keys', 'webhooks', 'triggers', 'invitations', 'members', 'workflows'];
  const { sent } = startApiDouble({
    ...Object.fromEntries(lists.map((list) => [`GET /api/v1/${list}`, { data: [] }])),
    'GET /api/v1/workspace': { data: { id: 'default', name: 'Quay', timezone: 'UTC' } },
    [`POST /api/v1/${name}`]: async () => ({ status: 201, data: await issue() }),
  });
  renderInConsole(<Part />, { ...ownerMe, scopes: [scope] });
  const button = screen.getByRole('button', { name: open });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: action }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
}

test.each(parts.filter(({ name }) => name !== 'webhooks'))(
  'the button that created one of $name has the focus after its secret was shown',
  async (part) => {
    await create(part, async () => part.issued);
    expect(await screen.findByText('shown-once')).toBeTruthy();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^I have/ }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe(part.open));
  },
);

test.each(parts)(
  'going back closes the dialog of new $name, and while it saves, its secret is still shown',
  async (part) => {
    const { promise, resolve } = Promise.withResolvers<object>();
    await create(part, async () => promise);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([location.pathname, location.search]).toEqual(['/settings', '']);
    resolve(part.issued);
    expect(await screen.findByText('shown-once')).toBeTruthy();
  },
);
