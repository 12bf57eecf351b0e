import type { ChatInterface, InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { AccessTab } from './access-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('only domains that are not proven are to get a DNS record', () => {
  startApiDouble({});
  const chat = {
    id: 'chi_1',
    domain_token: 'tok_1',
    allowed_origins: [],
    custom_domains: ['new.example.com', 'proven.example.com', 'unknown.example.com'],
  } as unknown as ChatInterface;
  const found = { ok: true, reason: 'record_found', values: {}, message: '' } as const;
  const missing = { ok: false, reason: 'record_missing', values: {}, message: '' } as const;
  const checks: InterfaceCheck[] = [
    {
      name: 'domains',
      ok: false,
      reason: 'domains_unverified',
      values: { unverified: 1, total: 2 },
      message: '',
      items: [
        { name: 'new.example.com', ...missing },
        { name: 'proven.example.com', ...found },
      ],
    },
  ];
  renderInConsole(
    <SavedForm saved={{ ...chat }} save={async () => ({ ...chat })}>
      <AccessTab chat={chat} checks={checks} />
    </SavedForm>,
  );
  const records = screen.getAllByText(/^_portico\./).map(({ textContent }) => textContent);
  expect(records).toEqual(['_portico.new.example.com TXT tok_1', '_portico.unknown.example.com TXT tok_1']);
  expect(screen.getAllByText(/The DNS record was found\./).map(({ textContent }) => textContent)).toEqual([
    'proven.example.com: The DNS record was found.',
  ]);
});
