import { QueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { render } from 'preact';
import { ApiError } from './api/api-error.ts';
import { App } from './app/app.tsx';
import { applyLanguage, applyTheme, readLanguage, readTheme } from './app/preferences.ts';

const language = readLanguage();
applyLanguage(language);
applyTheme(readTheme());

// Radix locks the page's scrolling with a style element; the policy allows only those with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce !== undefined) setNonce(nonce);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A rejected request would be rejected again.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTemporary,
    },
  },
});

const root = document.querySelector('#app');
if (root !== null) render(<App language={language} queries={queries} />, root);
