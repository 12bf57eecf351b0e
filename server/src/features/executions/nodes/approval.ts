import { ApprovalConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind, NodeResult, NodeWake } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/**
 * Waits for a person's decision, without a worker. After the timeout `on_timeout` decides. A rejection without a
 * `rejected` edge fails the node: nodes after it must not run as if it had been approved.
 */
export const approval: NodeKind<'approval', ApprovalConfig> = {
  type: 'approval',
  saved: { ...onlyTemplates, branches: () => ['approved', 'rejected'] },
  config: ApprovalConfig,
  async run(_context, config) {
    const { expires_in_s } = config;
    const until = expires_in_s === undefined ? null : new Date(Date.now() + expires_in_s * 1_000);
    return { wait: { reason: 'approval', until } };
  },
  async resume(context, config, wake) {
    const result = decide(config, wake);
    if (result.branch === 'approved' || context.hasEdge('rejected')) return result;
    const message = wake.reason === 'due' ? 'Nobody approved this in time.' : 'This was not approved.';
    throw new NodeError('approval_rejected', message, { retryable: false });
  },
};

function decide(config: ApprovalConfig, wake: NodeWake): Extract<NodeResult, { outputs: unknown }> {
  if (wake.reason === 'decided') {
    const { decision, decided_by, comment } = wake;
    return { outputs: { decision, decided_by, comment }, branch: decision };
  }
  const decision = config.on_timeout === 'approve' ? 'approved' : 'rejected';
  return { outputs: { decision, decided_by: null, comment: null }, branch: decision };
}
