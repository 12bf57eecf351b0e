import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { LanguageContext, type LanguageChoice } from '../../../text/use-texts.ts';
import ModelsPart from './models-part.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const german: LanguageChoice = { language: 'de', setLanguage: () => {} };

test('the built-in model is named in the member’s language', async () => {
  const model = { is_default: true, supports: {}, price: { prompt: 0, completion: 0 } };
  startApiDouble({
    'GET /api/v1/models': {
      data: [
        { ...model, id: 'portico-extractive', builtin: true, label: 'Built-in: quotes your knowledge' },
        { ...model, id: 'gpt', builtin: false, label: 'GPT' },
      ],
    },
  });
  renderInConsole(
    <LanguageContext.Provider value={german}>
      <ModelsPart />
    </LanguageContext.Provider>,
  );
  expect(await screen.findByText(/Eingebaut: zitiert dein Wissen/)).toBeTruthy();
  expect(screen.getByText(/GPT/)).toBeTruthy();
});
