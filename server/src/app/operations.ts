import { timingSafeEqual, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Express, Request } from 'express';
import ipaddr from 'ipaddr.js';
import { readOnlyRoute } from '../platform/http/refuse-method.ts';
import { raceAbort } from '../platform/race-abort.ts';
import type { RouteDeclaration } from '../platform/http/route.ts';
import type { App } from './compose.ts';
import { declaredRoutes } from './declared-routes.ts';
import { FileValues } from './pages/file-values.ts';
import { CompressedContent } from './pages/send-compressed.ts';
import { version } from './version.ts';

/** Milliseconds after which a database that hasn't responded counts as unreachable. */
const readyMs = 3_000;
const documentFile = new URL('../../openapi.json', import.meta.url);

/** Endpoints for operators and machines: /healthz, /readyz, /metrics, /openapi.json. */
export function mountOperations(app: Express, { platform }: Pick<App, 'platform'>): void {
  readOnlyRoute(app, '/healthz').get((_request, response) => {
    response.json({ status: 'ok', version });
  });
  const askDatabase = createDatabaseProbe(platform);
  let isReady = true;
  readOnlyRoute(app, '/readyz').get(async (_request, response) => {
    try {
      if (platform.stopping.aborted) throw new Error('stopping');
      await raceAbort(askDatabase(), AbortSignal.timeout(readyMs));
      if (!isReady) platform.log.info('ready again: the database responds');
      isReady = true;
      response.json({ status: 'ready' });
    } catch (error) {
      // A database that is silent fails no query, so that nothing else would be logged.
      const isNews = isReady && !platform.stopping.aborted;
      const reason = error instanceof Error ? error.message : String(error);
      if (isNews) platform.log.error({ reason }, `not ready: ${databaseName(platform)} does not respond`);
      isReady &&= !isNews;
      response.status(503).set('Retry-After', '2').json({ status: 'not ready' });
    }
  });
  readOnlyRoute(app, '/metrics').get(async (request, response) => {
    if (!mayReadMetrics(request, platform.config.metricsToken)) {
      response.status(404).type('text/plain').send('Not found\n');
      return;
    }
    response.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
  const documents = new FileValues<ApiDocument>();
  readOnlyRoute(app, '/openapi.json').get(async (request, response) => {
    const { content, compressed } = await documents.get(documentFile, readDocument);
    response.set('Access-Control-Allow-Origin', '*').vary('Accept-Encoding');
    if (!(await compressed.send(request, response, 'json'))) response.type('json').send(content);
  });
}

const databaseName = ({ database }: App['platform']): string =>
  database.embedded ? 'the embedded database' : 'the database (DATABASE_URL)';

/** A query for all probes that wait at the same time: a database that doesn't respond must not lose its connections. */
function createDatabaseProbe({ database }: App['platform']): () => Promise<void> {
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    await database.sql`SELECT 1`;
  };
  return async () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

interface ApiDocument {
  readonly content: Buffer;
  readonly compressed: CompressedContent;
}

/** The generated document, because making it takes a second, in which nothing else would be served. */
async function readDocument(): Promise<ApiDocument> {
  const content = Buffer.from(JSON.stringify(JSON.parse(await readFile(documentFile, 'utf8'))));
  return { content, compressed: new CompressedContent(async () => content) };
}

/** The routes of our own API. The routes that follow OpenAI's and MCP's protocols are described by those protocols. */
export function allRoutes(): RouteDeclaration[] {
  return declaredRoutes.filter(isOurs);
}

function isOurs({ surface }: RouteDeclaration): boolean {
  return surface !== 'openai' && surface !== 'mcp';
}

/** Loopback without a token, anyone with METRICS_TOKEN (docs/reference/environment.md#health-and-metrics). */
function mayReadMetrics(request: Request, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined) {
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(given), digest(token));
  }
  const peer = request.socket.remoteAddress ?? '';
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback' && request.ip === peer;
}
