import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import type { Agent } from '@portico/shared-types/api/agents';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { TrialChat } from './trial-chat.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(status: Agent['status'], scopes: readonly string[]) {
  startApiDouble({});
  const agent: Partial<Agent> = { id: 'agt_1', name: 'Harbour guide', status };
  renderInConsole(<TrialChat agent={JSON.parse(JSON.stringify(agent))} />, { ...ownerMe, scopes });
  return screen.getByRole('log').textContent;
}

const isDisabled = () => screen.getByRole('textbox', { name: 'Message' }).hasAttribute('disabled');

test('a member who may execute agents can try one', () => {
  expect(open('active', ['agents:execute', 'threads:write'])).toContain('Each reply shows the passages');
  expect(isDisabled()).toBe(false);
});

test('a member who may not try an agent reads why', () => {
  expect(open('active', ['agents:read', 'threads:write'])).toContain('Your role does not include agents:execute');
  expect(isDisabled()).toBe(true);
  cleanup();
  expect(open('archived', ['agents:execute', 'threads:write'])).toContain('An archived agent doesn’t answer.');
  expect(isDisabled()).toBe(true);
});
