import { randomUUID } from 'node:crypto';

/** Creates the id of a tool call, in the form that model servers use: `call_` and 32 characters. */
export function createCallId(): string {
  return `call_${randomUUID().replaceAll('-', '')}`;
}
