import type { InputSchema } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { NodeError, listTemplates } from '../../executions/index.ts';
import { describeSubmission } from '../submission/describe-submission.ts';
import type { SubmissionRow } from '../submission/submissions.sql.ts';

interface Target {
  readonly schema: InputSchema;
  /** Templates over the submission by the names of the workflow's inputs. */
  readonly mapping: Readonly<Record<string, string>>;
}

/** The workflow's inputs from a stored submission. Throws a NodeError for a template that fails. */
export async function mapInputs(
  platform: Platform,
  row: SubmissionRow,
  target: Target,
): Promise<Record<string, unknown>> {
  return mapScope(platform, row.workspace_id, await describeSubmission(platform, row), target);
}

/**
 * The workflow's inputs: mapped ones, and declared ones by their own names; the whole submission if the workflow
 * declares nothing. `onFault` is called with each template that fails; without it, the NodeError is thrown.
 */
export async function mapScope(
  platform: Platform,
  workspaceId: string,
  scope: Readonly<Record<string, unknown>>,
  { schema, mapping }: Target,
  onFault?: (name: string, error: NodeError) => void,
): Promise<Record<string, unknown>> {
  const declared = Object.entries(schema.properties);
  const inputs: Record<string, unknown> = declared.length === 0 ? { ...scope } : {};
  for (const [name, { type }] of declared) {
    if (Object.hasOwn(scope, name)) inputs[name] = fit(scope[name], type);
  }
  for (const [name, template] of Object.entries(mapping)) {
    try {
      const value = await listTemplates(platform).render(template, scope, { workspaceId });
      // A missing value leaves the input to its default.
      if (value === null) delete inputs[name];
      else inputs[name] = value;
    } catch (error) {
      if (onFault === undefined || !(error instanceof NodeError)) throw error;
      onFault(name, error);
    }
  }
  return inputs;
}

/** Addresses for a workflow that takes a single text become lines of it. */
function fit(value: unknown, type: unknown): unknown {
  const isLines = type === 'string' && Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isLines ? value.join('\n') : value;
}
