import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { limitRepeats } from './limit-repeats.ts';
import { createMask } from './mask-secrets.ts';
import { currentRequestId } from './request-context.ts';

export type Log = Logger;

/**
 * Creates the log: JSON lines on standard output that carry the request id, and never a key, token or secret. `secrets`
 * are masked wherever they occur. The same error is logged at most 20 times a minute.
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  secrets: readonly string[] = [],
  destination: DestinationStream = pino.destination(1),
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { request_id: requestId };
    },
    hooks: { streamWrite: createMask(secrets), logMethod: limitRepeats() },
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
  };
  return pino(options, destination);
}
