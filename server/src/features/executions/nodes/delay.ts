import { DelayConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind } from './node-context.ts';
import { exactlyOne, onlyTemplates } from './saved-config.ts';

/** Waits a number of seconds or until a time, without a worker; a time in the past does not wait. */
export const delay: NodeKind<'delay', DelayConfig> = {
  type: 'delay',
  saved: { ...onlyTemplates, faults: ({ config: { seconds, until } }, path) => exactlyOne(path, { seconds, until }) },
  config: DelayConfig,
  async run(_context, config) {
    const until = untilOf(config);
    return until.getTime() <= Date.now() ? { outputs: {} } : { wait: { reason: 'delay', until } };
  },
  resume: async () => ({ outputs: {} }),
};

function untilOf(config: DelayConfig): Date {
  if (config.seconds !== undefined) return new Date(Date.now() + config.seconds * 1_000);
  if (config.until !== undefined) return new Date(config.until);
  throw new NodeError('node_execution_failed', 'Neither seconds nor until has a value.', { retryable: false });
}
