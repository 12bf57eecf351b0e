import { CodeConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

const maxMs = 5_000;

/** Runs the author's JavaScript in a separate QuickJS, without network, files or timers: 5 s, 64 MB. */
export const code: NodeKind<'code', CodeConfig> = {
  type: 'code',
  saved: { ...onlyTemplates, raw: ['source'] },
  config: CodeConfig,
  pure: true,
  async run(context, config) {
    const timeoutMs = Math.min(maxMs, context.timeoutMs ?? maxMs);
    const task = { kind: 'script', source: config.source, inputs: config.inputs ?? null, timeoutMs } as const;
    const { workspaceId } = context.execution;
    const answer = await context.ports.sandbox.run(task, { workspaceId, timeoutMs, signal: context.signal });
    if (answer.kind === 'script') return { outputs: { value: answer.value, logs: answer.logs } };
    if (answer.kind === 'timeout') throw new NodeError('node_timeout', `The code took longer than ${timeoutMs} ms.`);
    const message = answer.kind === 'failed' ? answer.message : 'The code used too much memory.';
    throw new NodeError('node_execution_failed', message);
  },
};
