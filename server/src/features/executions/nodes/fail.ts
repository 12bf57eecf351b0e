import { FailConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Ends the execution as failed, with the author's own code and message. */
export const fail: NodeKind<'fail', FailConfig> = {
  type: 'fail',
  saved: onlyTemplates,
  config: FailConfig,
  pure: true,
  async run(_context, config) {
    throw new NodeError(config.code, config.message, { retryable: false });
  },
};
