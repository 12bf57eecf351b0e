import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Scope } from '@portico/shared-types';
import { createApiKey, createWorkspace } from '../../src/features/api-keys/index.ts';
import { startModelServer } from '../model-server/start-model-server.ts';
import { startServer } from '../start-server.ts';

/*
 * The server that the files of this folder share, as a process of its own (start-shared-server.ts starts it): each file
 * gets a workspace of its own at `POST /workspaces`, and a model server of its own by the name `double-<its port>`.
 */

/** What the process tells whoever started it. */
export interface SharedServer {
  readonly url: string;
  /** Makes workspaces: answers `{apiKey}` to any request. */
  readonly control: string;
}

const model = await startModelServer();
const front = await listen((request, response) => forward(new URL(model.url).port, request, response));
const server = await startServer({
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_DAY: '100000000',
  // Each test can be a visitor of its own.
  TRUST_PROXY: '1',
  OUTBOUND_ALLOW: '127.0.0.1',
  OPENAI_BASE_URL: `${front}/v1`,
  DEFAULT_MODEL: 'double',
});
let made = 0;
const control = await listen((_request, response) => {
  void (async () => {
    made += 1;
    const workspaceId = await createWorkspace(server.platform, `specification-${made}`);
    const fields = { name: 'All', scopes: Scope.options };
    const { key } = await createApiKey(server.platform, { workspaceId }, fields);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ apiKey: key }));
  })();
});
const told: SharedServer = { url: server.url, control };
process.send?.(told);
process.on('disconnect', () => {
  void server.close().finally(() => process.exit());
});

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const listener = createServer(answer);
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

/** Passes a call of a model on to the double that its name tells the port of. */
function forward(standing: string, request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const body = Buffer.concat(pieces);
    const port = /"model":"double-(\d+)"/.exec(body.toString())?.[1] ?? standing;
    const { method = 'GET', url = '/', headers } = request;
    const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  });
}
