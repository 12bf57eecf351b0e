import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { createMask } from './mask-secrets.ts';
import { currentRequestId } from './request-context.ts';

export type Log = Logger;

/**
 * Creates the log: JSON lines on standard output that carry the request id, and never a key, token or secret. `secrets`
 * are masked wherever they occur.
 */
export function createLog(config: Pick<Config, 'logLevel'>, secrets: readonly string[] = []): Log {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { request_id: requestId };
    },
    hooks: { streamWrite: createMask(secrets) },
    redact: {
      paths: [
        '*.authorization',
        '*["x-api-key"]',
        '*.cookie',
        '*.secret',
        '*.token',
        '*.key',
        'secret',
        'token',
        'key',
      ],
      censor: '[redacted]',
    },
  });
}
