import { makePage, startWebSite } from '../../server/test/web-site.ts';

/** A site of slow pages in a separate process, so that it sees each request on arrival; `/report` returns the times. */
const pageMs = Number(process.argv[2] ?? 300);
const site = await startWebSite();
site.otherwise = (path) => {
  if (path === '/report') {
    const times = site.requests.filter((request) => request.path !== '/report').map(({ at }) => at);
    const body = JSON.stringify({ times, maxOpen: site.maxOpen });
    return { headers: { 'content-type': 'application/json' }, body };
  }
  return path.startsWith('/p/') ? { delayMs: pageMs, body: makePage(`Page ${path}`) } : undefined;
};
process.stdout.write(`{"port":${new URL(site.url).port}}\n`);
process.on('SIGTERM', () => process.exit(0));
