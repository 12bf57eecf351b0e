import type { Source } from '@portico/shared-types/api/sources';
import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { SourceState } from './source-state.tsx';

afterEach(cleanup);

const source = (counts: object): Source => JSON.parse(JSON.stringify({ status: 'idle', error: null, counts }));

test('a source with failed pages shows how many, and is not up to date', () => {
  const part = render(<SourceState source={source({ pages: 5, ready: 3, failed: 2, skipped: 0 })} />);
  expect(part.container.textContent).toBe('2 of 5 pages failed');
  expect(part.container.innerHTML).not.toContain('good');
  cleanup();
  const whole = render(<SourceState source={source({ pages: 5, ready: 5, failed: 0, skipped: 0 })} />);
  expect(whole.container.textContent).toBe('Up to date');
});
