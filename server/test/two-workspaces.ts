import { expect } from 'vitest';
import { signUpOwner } from './browser.ts';
import { call, type TestAnswer } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

/** Sends a request to one workspace. */
export type Send = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;

/** Requests to the workspace of the server's key, and to another one on the same server. */
export async function openTwoWorkspaces(
  server: ServerUnderTest,
): Promise<{ here: Send; elsewhere: Send; otherId: string }> {
  const owner = await signUpOwner(server);
  const otherId = (await owner.send('POST', '/api/v1/workspaces', { body: { name: 'Elsewhere' } })).body.data.id;
  owner.workspace = otherId;
  return {
    here: async (method, path, body) => call(server, method, path, body === undefined ? {} : { body }),
    elsewhere: async (method, path, body) => owner.send(method, path, body === undefined ? {} : { body }),
    otherId,
  };
}

/** Creates something below `/api/v1`; returns its data. */
export async function create(send: Send, path: string, body: object) {
  const answer = await send('POST', `/api/v1${path}`, body);
  expect(answer.body.error ?? answer.status).toBeOneOf([201, 202]);
  return answer.body.data;
}
