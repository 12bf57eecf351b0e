import { renderHook } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { LanguageContext } from '../text/use-texts.ts';
import { useErrorText } from './error-text.ts';

test('an error of the item itself is explained without the path of the API', () => {
  const explain = renderHook(() => useErrorText()).result.current;
  const error = (path: string) =>
    new ApiError({
      status: 400,
      code: 'validation_error',
      message: 'The request is invalid.',
      fields: [{ path, code: 'not_allowed', message: 'is the last owner. Make somebody else an owner first' }],
    });
  expect(explain(error('params.id'))).toBe('This is the last owner. Make somebody else an owner first.');
  expect(explain(error('role'))).toBe('role: is the last owner. Make somebody else an owner first');
});

test('what a role may not do is explained in the language of the console', () => {
  const explain = renderHook(() => useErrorText()).result.current;
  const details = { required: ['conversations:write'], missing: ['conversations:write'] };
  const message = 'The role viewer lacks conversations:write.';
  expect(explain(new ApiError({ status: 403, code: 'insufficient_scope', message, details }))).toBe(
    'Your role does not include conversations:write. An owner of the workspace can change your role.',
  );
});

const german = { language: 'de', setLanguage: () => {} } as const;

test.each([
  ['The service is temporarily unavailable.', 'Der Server ist gerade nicht verfügbar. Versuche es gleich noch einmal.'],
  [
    'The first request with this key is still running.',
    'Der Server hat zu lange für eine Antwort gebraucht und arbeitet vielleicht noch daran. Sieh in einer Minute nach.',
  ],
  ['The model server of “Tide” is unavailable.', 'The model server of “Tide” is unavailable.'],
])(
  'an outage is explained in the language of the console, and what else is unavailable as the server says it',
  (message, text) => {
    const wrapper = ({ children }: { children: ComponentChildren }) => (
      <LanguageContext.Provider value={german}>{children}</LanguageContext.Provider>
    );
    const explain = renderHook(() => useErrorText(), { wrapper }).result.current;
    expect(explain(new ApiError({ status: 503, code: 'service_unavailable', message }))).toBe(text);
  },
);
