import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { ErrorState } from './states.tsx';

afterEach(cleanup);

const fault = (path: string) =>
  new ApiError({
    status: 400,
    code: 'validation_error',
    message: 'The request is invalid.',
    fields: [{ path, code: 'invalid', message: 'must be before `to`' }],
  });

test('a list whose filters are refused says so in the language of the console, and does not offer the same again', () => {
  renderInConsole(<ErrorState error={fault('query.from')} onRetry={() => {}} />);
  const state = screen.getByRole('alert');
  expect(state.textContent).toBe('These filters can’t be usedOne of them has a value that is not possible. Change it.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('another refused request can be tried again', () => {
  const retry = vi.fn();
  renderInConsole(<ErrorState error={fault('name')} onRetry={retry} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('a refusal without the name of a permission shows what the server says', () => {
  const error = new ApiError({ status: 403, code: 'insufficient_scope', message: 'This is for people who signed in.' });
  renderInConsole(<ErrorState error={error} onRetry={() => {}} />);
  expect(screen.getByText('This is for people who signed in.')).toBeTruthy();
  expect(screen.queryByText(/Your role does not include/)).toBeNull();
});
