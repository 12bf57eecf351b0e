import { setNonce } from 'get-nonce';
import { render } from 'preact';
import { App } from './app/app.tsx';
import { createQueries } from './app/create-queries.ts';
import { applyLanguage, applyTheme, readLanguage, readTheme } from './app/preferences.ts';
import { watchGoingBack } from './ui/stay-here.ts';

const language = readLanguage();
applyLanguage(language);
applyTheme(readTheme());

// Radix locks the page's scrolling with a style element; the policy allows only those with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce !== undefined) setNonce(nonce);

watchGoingBack();
const root = document.querySelector('#app');
if (root !== null) render(<App language={language} queries={createQueries()} />, root);
