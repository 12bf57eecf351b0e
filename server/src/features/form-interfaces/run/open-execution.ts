import { executionEvents, type WorkflowDefinition } from '@portico/shared-types';
import { ignoreMissing } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getExecutionHead } from '../../executions/index.ts';
import { getWorkflow } from '../../workflows/index.ts';
import type { Run, Step } from './follow-run.ts';
import type { SubmissionRow } from '../submission/submissions.sql.ts';
import { toStorableText } from '../../../platform/storable-text.ts';

/** The workflow run of a submission. Throws an ApiError if it is gone. */
export async function openExecution(platform: Platform, row: SubmissionRow): Promise<Run> {
  const id = row.execution_id ?? '';
  const { workflow_id: workflowId } = await getExecutionHead(platform, row.workspace_id, id);
  const shown = await findShownNode(platform, row.workspace_id, workflowId);
  return {
    events: (after, signal) => platform.events.read(id, after, signal),
    read: (event, data) => readExecutionEvent(event, data, shown),
  };
}

/** The node whose text is the output, if there is exactly one: its text is streamed. */
async function findShownNode(platform: Platform, workspaceId: string, workflowId: string): Promise<string | undefined> {
  const workflow = await getWorkflow(platform, workspaceId, workflowId).catch(ignoreMissing);
  return workflow === undefined ? undefined : shownNodeOf(workflow.definition);
}

function shownNodeOf({ outputs }: WorkflowDefinition): string | undefined {
  const name = chooseOutput(outputs);
  const template = name === undefined ? '' : (outputs[name] ?? '');
  const nodes = new Set(Array.from(template.matchAll(/\bnodes\.([a-z][a-z0-9_]*)/g), ([, id]) => id));
  const [only] = nodes;
  return nodes.size === 1 ? only : undefined;
}

function readExecutionEvent(event: string, data: unknown, shown: string | undefined): Step | undefined {
  switch (event) {
    case 'node:started':
      return executionEvents[event].parse(data).node_id === shown ? { kind: 'restarted' } : undefined;
    case 'node:delta': {
      const { node_id: node, content } = executionEvents[event].parse(data);
      return node === shown ? { kind: 'show', event: { event: 'output:delta', data: { content } } } : undefined;
    }
    case 'execution:progress': {
      const { progress, current_node } = executionEvents[event].parse(data);
      return { kind: 'show', event: { event: 'submission:running', data: { progress, current_node } } };
    }
    case 'execution:completed':
      return { kind: 'completed', output: writeOutput(executionEvents[event].parse(data).outputs) };
    case 'execution:failed': {
      const { code, message } = executionEvents[event].parse(data).error;
      return { kind: 'failed', code, message };
    }
    case 'execution:cancelled':
      return { kind: 'failed', code: 'execution_cancelled', message: 'The execution was cancelled.' };
    default:
      return undefined;
  }
}

/**
 * The output that a form shows: the one named `output`, else `text`, else the only one
 * (docs/reference/public-forms.md#output).
 */
function chooseOutput(outputs: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(outputs);
  return ['output', 'text'].find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
}

/** That output as text; if none can be chosen, all of them as JSON. */
function writeOutput(outputs: Readonly<Record<string, unknown>>): string {
  const name = chooseOutput(outputs);
  const value = name === undefined ? outputs : outputs[name];
  if (value === null || value === undefined) return '';
  return toStorableText(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}
