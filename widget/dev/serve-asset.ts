import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Serves the build output at the addresses of the real server (docs/reference/embedding.md#delivery). */
export async function serveAsset(path: string, response: ServerResponse): Promise<void> {
  const file = find(path);
  try {
    const content = await readFile(file ?? '');
    const nonce = 'developmentnonce';
    if (path.startsWith('/chat/')) {
      const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' https: blob:; require-trusted-types-for 'script'`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
      response.end(content.toString('utf8').replaceAll('{{nonce}}', nonce));
      return;
    }
    response.writeHead(200, {
      'content-type': path.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript',
    });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

function find(path: string): string | null {
  if (path.includes('..')) return null;
  if (/^\/(?:v1\/)?embed\.js$/.test(path)) return join(root, '../embed-loader/dist/embed.js');
  if (path.startsWith('/assets/widget/'))
    return join(root, 'dist', normalize(path.replace('/assets/widget/', 'assets/')));
  if (path.startsWith('/chat/')) return join(root, 'dist/chat.html');
  return null;
}
