import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../test/loopback.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;
let site: Listening;
let host: string;
const files = new Map<string, { type: string; body: string | Buffer }>();

beforeAll(async () => {
  site = await serveOnLoopback((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? 'nothing');
  });
  ({ host } = site);
  server = await startServer({ OUTBOUND_ALLOW: host });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

async function lookUp(path: string, html: string) {
  files.set(path, { type: 'text/html; charset=utf-8', body: html });
  return call(server, 'POST', '/api/v1/brand-lookup', { body: { url: `http://${host}${path}` } });
}

it('reads the name, colour, logo and icon that a page declares', async () => {
  const { status, body } = await lookUp(
    '/shop/',
    `<!doctype html><title>Owl Shop – everything for owls</title>
     <meta property="og:site_name" content="Owl &amp; Co"><meta name="theme-color" content="#0B6E4F">
     <link rel="icon" href="/small.png" sizes="16x16"><link rel="apple-touch-icon" href="touch.png" sizes="180x180">
     <header><img src="/img/owl-logo.svg" alt="Owl &amp; Co"></header>`,
  );
  expect(status).toBe(200);
  expect(body.data).toEqual({
    name: 'Owl & Co',
    primary_color: '#0b6e4f',
    logo_url: `http://${host}/img/owl-logo.svg`,
    icon_url: `http://${host}/shop/touch.png`,
  });
});

it('falls back to the manifest, the title and linked data', async () => {
  files.set('/site.webmanifest', {
    type: 'application/manifest+json',
    body: '{"short_name":"Owls","theme_color":"rgb(90, 40, 200)","icons":[{"src":"/i/48.png","sizes":"48x48"},{"src":"/i/192.png","sizes":"192x192"}]}',
  });
  const linked = '{"@context":"https://schema.org","@graph":[{"@type":"Organization","logo":{"url":"/logo.png"}}]}';
  const { data } = (
    await lookUp(
      '/manifest',
      `<title>Home | Owls</title><link rel="manifest" href="/site.webmanifest"><meta name="theme-color" content="#ffffff">
       <script type="application/ld+json">${linked}</script>`,
    )
  ).body;
  expect(data).toEqual({
    name: 'Owls',
    primary_color: '#5a28c8',
    logo_url: `http://${host}/logo.png`,
    icon_url: `http://${host}/i/192.png`,
  });
});

it('finds the colour in the site’s own style sheet, and the usual icon', async () => {
  files.set('/main.css', { type: 'text/css', body: ':root{--bg:#fff;--color-primary:hsl(210, 80%, 40%)}' });
  files.set('/favicon.ico', { type: 'image/x-icon', body: 'icon' });
  const { data } = (await lookUp('/plain', '<title>Plain</title><link rel="stylesheet" href="/main.css">')).body;
  expect(data).toEqual({
    name: 'Plain',
    primary_color: '#1466b8',
    logo_url: null,
    icon_url: `http://${host}/favicon.ico`,
  });
  files.delete('/favicon.ico');
});

it('returns null for values that a page does not declare', async () => {
  expect((await lookUp('/bare', '<p>Hello</p>')).body.data).toEqual({
    name: null,
    primary_color: null,
    logo_url: null,
    icon_url: null,
  });
});

it.each([
  ['a meta element', 'text/html', Buffer.from('<meta charset="iso-8859-1"><title>Café</title>', 'latin1')],
  ['a byte order mark', 'text/html; charset=iso-8859-1', Buffer.from('\ufeff<title>Café</title>')],
])('reads a page in the encoding that %s declares', async (_, type, body) => {
  files.set('/encoded', { type, body });
  const answer = await call(server, 'POST', '/api/v1/brand-lookup', { body: { url: `http://${host}/encoded` } });
  expect(answer.body.data).toMatchObject({ name: 'Café' });
});

it('accepts no script address, local file or data URL as an image', async () => {
  const { data } = (
    await lookUp(
      '/hostile',
      '<link rel="icon" href="javascript:alert(1)"><img class="logo" src="data:image/png;base64,AA">',
    )
  ).body;
  expect(data).toMatchObject({ logo_url: null, icon_url: null });
});

it('reads a page of any size in linear time', async () => {
  const unit = '<header><link rel="icon" href="/x"><style>--primary-';
  const times: number[] = [];
  for (const bytes of [250_000, 1_000_000]) {
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const page = unit.repeat(Math.ceil(bytes / unit.length));
      const started = performance.now();
      expect((await lookUp(`/large-${bytes}-${round}`, page)).status).toBe(200);
      rounds.push(performance.now() - started);
    }
    // Other programs only add to a time: the shortest is the work itself.
    times.push(Math.min(...rounds));
  }
  const [small = 0, large = 0] = times;
  expect(large).toBeLessThan(Math.max(small, 50) * 16);
});

it.each([
  ['http://127.0.0.1:1/', /public/i],
  ['http://169.254.169.254/', /public/i],
  ['file:///etc/passwd', /http/i],
  ['not a url', /./],
])('refuses %s', async (url, message) => {
  const { status, body } = await call(server, 'POST', '/api/v1/brand-lookup', { body: { url } });
  expect(status).toBe(400);
  expect(body.error.details.fields[0].path).toBe('body.url');
  expect(body.error.details.fields[0].message).toMatch(message);
});

it('refuses an address without a page', async () => {
  const missing = await call(server, 'POST', '/api/v1/brand-lookup', { body: { url: `http://${host}/missing` } });
  expect(missing.body.error.message).toContain('404');
  files.set('/data.json', { type: 'application/json', body: '{}' });
  const data = await call(server, 'POST', '/api/v1/brand-lookup', { body: { url: `http://${host}/data.json` } });
  expect(data.status).toBe(400);
});
