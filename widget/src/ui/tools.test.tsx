import { render } from 'preact';
import { expect, test } from 'vitest';
import { Tools } from './tools.tsx';

test('a tool that was stopped before it returned was not used', () => {
  const place = document.createElement('div');
  const ask = { id: 'call_1', name: 'ask_owner', ok: null };
  const textOf = (isStreaming: boolean, ok: boolean | null = null) => {
    render(<Tools tools={[{ ...ask, ok }]} isStreaming={isStreaming} />, place);
    return place.textContent;
  };
  expect([textOf(true), textOf(false)]).toEqual(['Using ask owner', 'ask owner didn’t work']);
  expect([textOf(false, true), textOf(false, false)]).toEqual(['Used ask owner', 'ask owner didn’t work']);
});
