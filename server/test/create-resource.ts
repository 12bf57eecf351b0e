import { expect } from 'vitest';
import { call, type Endpoint } from './client.ts';

/** Returns a function that creates a resource, or starts something, with a POST, and returns its id. */
export function creatorOn(server: () => Endpoint) {
  return async (path: string, body: object): Promise<string> => {
    const answer = await call(server(), 'POST', path, { body });
    expect([201, 202], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body.data.id;
  };
}
