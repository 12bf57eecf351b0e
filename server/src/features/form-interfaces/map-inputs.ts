import type { InputSchema } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { templatesOf } from '../executions/index.ts';
import { describeSubmission } from './describe-submission.ts';
import type { SubmissionRow } from './submissions.sql.ts';

interface Target {
  readonly schema: InputSchema;
  /** Templates over the submission by the names of the workflow's inputs. */
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * The workflow's inputs out of a submission: what is mapped, and by their own names what the workflow declares; all of
 * the submission where it declares nothing. Throws a NodeError for a template that fails.
 */
export async function mapInputs(
  platform: Platform,
  row: SubmissionRow,
  { schema, mapping }: Target,
): Promise<Record<string, unknown>> {
  const scope = await describeSubmission(platform, row);
  const declared = Object.entries(schema.properties);
  const inputs: Record<string, unknown> = declared.length === 0 ? { ...scope } : {};
  for (const [name, { type }] of declared) {
    if (Object.hasOwn(scope, name)) inputs[name] = fit(scope[name], type);
  }
  for (const [name, template] of Object.entries(mapping)) {
    const value = await templatesOf(platform).render(template, scope, { workspaceId: row.workspace_id });
    // An absent value leaves the input to its default.
    if (value === null) delete inputs[name];
    else inputs[name] = value;
  }
  return inputs;
}

/** Addresses for a workflow that takes one text are lines of it. */
function fit(value: unknown, type: unknown): unknown {
  const isLines = type === 'string' && Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isLines ? value.join('\n') : value;
}
