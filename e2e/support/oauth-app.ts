import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';
import type { RunningServer } from './server.ts';

/** A third-party program that uses Portico's MCP server for a person. */
export type OAuthApp = {
  /** Where the person starts: the address that the app opens in a browser. */
  authorizeUrl: (changes?: Record<string, string>) => string;
  /** Exchanges a code for tokens. */
  exchange: (code: string) => Promise<{ status: number; body: { access_token?: string } }>;
  /** The status of a list of tools with a token. */
  listTools: (token: string) => Promise<number>;
  stop: () => Promise<void>;
};

/** Registers an app, which waits for the browser on loopback as desktop programs do. */
export async function startOAuthApp({ url: portico }: RunningServer, name: string): Promise<OAuthApp> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><html lang="en"><title>App</title><h1>Back in the app</h1></html>');
  });
  const { url, stop } = await listenOnLoopback(server);
  const redirectUri = `${url}/callback`;
  const registered = await fetch(`${portico}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    authorizeUrl: (changes = {}) => {
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 'the state',
        ...changes,
      };
      return `${portico}/oauth/authorize?${new URLSearchParams(parameters).toString()}`;
    },
    exchange: async (code) => {
      const response = await fetch(`${portico}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id: clientId,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      });
      return { status: response.status, body: (await response.json()) as { access_token?: string } };
    },
    listTools: async (token) => {
      const response = await fetch(`${portico}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    stop,
  };
}
