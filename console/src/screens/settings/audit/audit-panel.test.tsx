import type { AuditEntry } from '@portico/shared-types/api/people';
import { cleanup, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { AuditPanel } from './audit-panel.tsx';

afterEach(cleanup);

const entry: AuditEntry = {
  id: 'aud_1',
  at: '2026-05-01T08:00:00Z',
  action: 'agent.updated',
  actor: { type: 'user', id: 'usr_1', name: 'Mara Lindqvist' },
  resource: { type: 'agent', id: 'agt_1', name: 'Harbour guide' },
  changes: {
    name: { before: 'Guide', after: 'Harbour guide' },
    tools: { before: [{ name: 'prices' }, { name: 'tides' }], after: [{ name: 'prices' }] },
    system_prompt: { before: 'Be brief.\nBe kind.', after: 'Be brief.\nBe exact.' },
  },
  ip: '127.0.0.1',
  request_id: 'req_1',
};

test('short values are compared in a table, lists and long texts line by line', () => {
  renderInConsole(<AuditPanel entry={entry} onClose={() => {}} />);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['FieldBeforeAfter', 'nameGuideHarbour guide']);
  const changed = (label: string) =>
    screen
      .getByLabelText(label)
      .textContent.split('\n')
      .filter((line) => /^(added|removed):/.test(line));
  expect(changed('tools').join(' ')).toContain('removed:     "name": "tides"');
  expect(changed('system_prompt')).toEqual(['removed: Be kind.', 'added: Be exact.']);
});
