import { createServer } from 'node:http';
import type { Server } from 'node:http';

/** A site of another origin that embeds the widget; the query string becomes the script's `data-…` attributes. */
export function createHostSite(origin: string): Server {
  return createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const attributes = [...searchParams].filter(([name]) => name !== 'csp' && name !== 'dir');
    const data = attributes.map(([name, value]) => `data-${name}="${value.replaceAll('"', '')}"`).join(' ');
    const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
    if (searchParams.has('csp')) {
      headers['content-security-policy'] =
        `default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`;
    }
    response.writeHead(200, headers).end(page(origin, data, searchParams.get('locale') ?? 'en'));
  });
}

const page = (origin: string, data: string, language: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Northwind Bicycles</title>
<style nonce="abc">
  body { margin: 0; font: 17px/1.6 Georgia, serif; color: #222; background: #f6f4ef; }
  main { max-width: 720px; margin: 0 auto; padding: 64px 24px; }
  h1 { font-size: 44px; line-height: 1.15; }
  #place { height: 620px; }
</style>
</head>
<body>
<main>
<h1>Bicycles for a lifetime</h1>
<p>Every Northwind is built by hand in our workshop by the harbour, from a frame that we guarantee for thirty years.</p>
<p>Visit us, or ask the assistant in the corner about models, orders and returns.</p>
<p><button id="before">A button of the page</button></p>
<div id="place"></div>
</main>
<script nonce="abc">window.Portico=window.Portico||function(){(Portico.q=Portico.q||[]).push(arguments)}</script>
<script nonce="abc" async src="${origin}/embed.js" ${data.includes('data-chat') || data.includes('data-form') ? '' : 'data-chat="demo"'} ${data}></script>
</body>
</html>`;
