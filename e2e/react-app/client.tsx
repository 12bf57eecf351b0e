import { version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App, type Config } from './app.tsx';

declare const config: Config;

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no root');
document.documentElement.dataset['react'] = version;
hydrateRoot(place, <App {...config} />, {
  onRecoverableError: (error) => reportError(error),
});
