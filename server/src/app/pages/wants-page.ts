import type { Request } from 'express';

/** Whether a browser opened the address by navigation. JSON comes first: a client that accepts anything should get JSON. */
export function wantsPage(request: Request): boolean {
  const isReader = request.method === 'GET' || request.method === 'HEAD';
  return isReader && request.accepts(['json', 'html']) === 'html';
}
