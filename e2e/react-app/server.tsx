import { renderToString } from 'react-dom/server';
import { App, type Config } from './app.tsx';

export const renderPage = (config: Config): string => renderToString(<App {...config} />);
