import type { Warning, WorkflowDefinition } from '@portico/shared-types';
import { maxFaults } from '../../../platform/errors.ts';
import type { Sandbox, SandboxLimits } from '../../../platform/sandbox/sandbox.ts';

/** Milliseconds that the check may take with its wait for the sandbox: the definition is saved, and its author waits. */
const timeoutMs = 3_000;

/**
 * The code nodes of a valid definition whose source can't run, such as one with a syntax error. None of it is run. Empty
 * if the check takes too long or fails: the run finds the error, too.
 */
export async function findCodeFaults(
  definition: WorkflowDefinition,
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId'>,
): Promise<Warning[]> {
  const found = listSources(definition, 'body.definition');
  if (found.length === 0) return [];
  const sources = found.map(({ source }) => source);
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await sandbox
    .run({ kind: 'syntax', sources }, { timeoutMs, signal, ...limits })
    .catch(() => undefined);
  if (answer?.kind !== 'compiled') return [];
  return found
    .flatMap(({ path }, index) => {
      const message = answer.faults[index];
      return message ? [{ path, message }] : [];
    })
    .slice(0, maxFaults);
}

function listSources({ nodes }: WorkflowDefinition, path: string): { path: string; source: string }[] {
  return nodes.flatMap((node, index) => {
    const at = `${path}.nodes[${index}].config`;
    if (node.type === 'code') return [{ path: `${at}.source`, source: node.config.source }];
    return node.type === 'loop' && node.config.body !== undefined ? listSources(node.config.body, `${at}.body`) : [];
  });
}
