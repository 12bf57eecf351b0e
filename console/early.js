/*
 * Runs in the page before its scripts are there (vite.early.ts puts it in). It begins what needs none of them: the
 * question who is signed in, and the files of the screen that the address names.
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
  // Who takes it sees its failure.
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
