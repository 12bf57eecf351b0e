/*
 * Runs in the page before its scripts have loaded (vite.early.ts inlines it). It starts the requests that don't depend
 * on them: for the signed-in person, and for the files of the screen in the address.
 */
{
  const readWorkspace = () => {
    const name = 'portico:console:workspace';
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  };
  const workspace = readWorkspace();
  const headers = { Accept: 'application/json' };
  if (typeof workspace === 'string') headers['X-Portico-Workspace'] = workspace;
  const response = fetch('/api/v1/me', { headers, credentials: 'same-origin' });
  // The code that takes the response handles the rejection.
  response.catch(() => undefined);
  globalThis.porticoEarly = { path: '/api/v1/me', workspace, response };

  const { nonce } = document.currentScript;
  const screen = location.pathname.split('/')[2] || 'home';
  for (const href of __SCREENS__[screen] ?? []) {
    const link = document.createElement('link');
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    Object.assign(link, { ...kind, nonce, crossOrigin: '', href });
    document.head.append(link);
  }
}
