import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerCommand } from './commands.ts';
import { compose } from './compose.ts';
import { openPlatform } from './context.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { trackRequests } from './drain-requests.ts';
import { createHttpServer, serveHttp } from './http.ts';
import { listen } from './listen.ts';
import { startWorkers } from './workers.ts';
import { reportUnlistedModels } from '../features/agents/index.ts';
import { prepareFirstKey } from '../features/api-keys/index.ts';
import { createFirstLink } from '../features/people/index.ts';
import type { Settings } from '../platform/config.ts';
import { closeDataDir } from '../platform/data-dir.ts';
import { isOutage } from '../platform/is-outage.ts';
import type { Log } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';

/** Milliseconds that requests in progress get to end when the server stops and its workers have stopped. */
const drainMs = 3_000;

/** Opens the platform, starts the roles, and closes everything it started on SIGTERM. Throws a StartError if it can't start. */
export async function serve(config: Settings): Promise<void> {
  const server = config.role === 'worker' ? undefined : createHttpServer();
  if (server !== undefined) await listen(server, config.port, config.host);
  const address = server?.address() as AddressInfo | null | undefined;
  // With PORT=0 the system has chosen the port, which is part of every link.
  const { platform, close } = await openPlatform({ ...config, port: address?.port ?? config.port });
  const app = compose(platform);
  const { log } = platform;
  surviveOutages(log);
  const firstKey = await prepareFirstKey(platform);
  platform.database.serveCommands(async (request) => answerCommand(app.platform, request));
  await fillDemo(app.platform, firstKey.workspaceId);
  const workers = config.role === 'web' ? undefined : await startWorkers(app);
  closeDataDir(config.dataDir);
  if (server !== undefined) serveHttp(server, app);
  const drain = server === undefined ? undefined : trackRequests(server);
  // Must be set before the server reports that it is ready: a supervisor may stop it immediately.
  let stops = 0;
  const stop = async (): Promise<void> => {
    stops += 1;
    if (stops > 1) process.exit(1);
    log.info('stopping');
    // The process always exits within ten seconds (docs/reference/environment.md#stopping).
    setTimeout(() => process.exit(1), 9500).unref();
    server?.close();
    server?.closeIdleConnections();
    await workers?.stop();
    await close(async () => {
      await Promise.all([drain?.(drainMs), workers?.endSweeps()]);
    });
    server?.closeAllConnections();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  log.info({ role: config.role, port: address?.port, embedded: platform.database.embedded }, 'ready');
  workers?.startSweeps();
  releaseStartMemory();
  // It serves already: what it prints now can't be read on a full disk, or from a database that is being closed.
  const onFailure = (error: unknown): void => {
    if (stops === 0) log.warn({ err: error }, 'the first steps could not be printed');
  };
  await reportUnlistedModels(platform).catch(onFailure);
  await greet(platform, firstKey, config.publicUrl, address ?? undefined).catch(onFailure);
}

/** Prints the operator's next steps: the first key, the address, and the link that creates the first account. */
async function greet(
  platform: Platform,
  firstKey: Awaited<ReturnType<typeof prepareFirstKey>>,
  publicUrl: string | undefined,
  listening: AddressInfo | undefined,
): Promise<void> {
  if (publicUrl === undefined && listening !== undefined) warnOfHost(platform, listening);
  if (publicUrl !== undefined) warnOfPath(platform.log, publicUrl);
  if (firstKey.isNew) process.stdout.write(`\n  Admin key (shown this once): ${firstKey.key}\n`);
  if (listening === undefined) return;
  const url = publicUrl ?? `http://localhost:${listening.port}`;
  process.stdout.write(`\n  Portico is running: open ${url}\n\n`);
  const link = await createFirstLink(platform, url);
  if (link === undefined) return;
  process.stdout.write(`  Open ${link}\n  to make your account; the link works once, for 24 hours.\n\n`);
}

/** Addresses that are reached as localhost, which is the default of PUBLIC_URL. */
const localAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/** HOST may also be a name, and an address can be written in several ways: what counts is where the server listens. */
function warnOfHost({ config: { host }, log }: Platform, { address: listening, port }: AddressInfo): void {
  if (localAddresses.has(listening)) return;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log.warn(`set PUBLIC_URL, such as ${address}: links begin with http://localhost:${port}, where HOST doesn't listen`);
}

/** The API works below a path, if a proxy removes it. It can't do so for pages, which load files from the root. */
function warnOfPath(log: Log, publicUrl: string): void {
  const { origin, pathname } = new URL(publicUrl);
  if (pathname !== '/') log.warn(`PUBLIC_URL has the path ${pathname}: pages only work without one, as at ${origin}`);
}

/**
 * Keeps the process alive if a connection is lost while the driver looks up the array types for it. Nothing handles
 * that query's promise (postgres.js, fetchArrayTypes), and the types of the first connection serve all others. Any
 * other unhandled error ends the process, as usual.
 */
function surviveOutages(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isOutage(error)) throw error;
    log.warn({ err: error }, 'a database connection was lost while it was opened');
  });
}

/**
 * Milliseconds after the start: first when a browser that waited for the server has loaded its page, and again when the
 * processes that a first start needs have been idle for half a minute and have ended.
 */
const releaseDelays = [5_000, 40_000];

/**
 * Releases the memory that was only needed during startup, with full garbage collections a little later. Otherwise
 * V8 would keep the enlarged young generation and the compiled startup code, 50 to 150 MB. Each takes 0.1 to 0.3 s.
 */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NonNullable<typeof globalThis.gc> = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  for (const delay of releaseDelays) setTimeout(() => collect({ type: 'major', flavor: 'last-resort' }), delay).unref();
}
