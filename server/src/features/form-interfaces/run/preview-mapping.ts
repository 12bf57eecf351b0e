import type { InputSchema, MappingPreview, MappingPreviewRequest } from '@portico/shared-types';
import { type FieldFault, ignoreMissing, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { NodeError, parseTemplate } from '../../executions/index.ts';
import { getWorkflow } from '../../workflows/index.ts';
import { chooseMessage, describeSubmission } from '../submission/describe-submission.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import { mapScope } from './map-inputs.ts';
import { findSubmission } from '../submission/submissions.sql.ts';

/**
 * Returns the inputs that the form's workflow would get from a submission, with the saved mapping or a given one.
 * Throws 404 for the form, and a 400 that lists every template that fails.
 */
export async function previewMapping(
  platform: Platform,
  workspaceId: string,
  formId: string,
  request: MappingPreviewRequest,
): Promise<MappingPreview> {
  const form = await requireFormInterface(platform, workspaceId, formId);
  const workflowId = request.workflow_id ?? form.workflow_id;
  if (workflowId === null) {
    throw invalid({ path: 'params.id', message: 'is a form with an agent, which has no input mapping' });
  }
  const mapping = request.input_mapping ?? form.settings.input_mapping ?? {};
  const faults = Object.entries(mapping).flatMap(([name, template]) => faultOf(name, () => parseTemplate(template)));
  if (faults.length > 0) throw invalid(faults);
  const schema = await inputsOf(platform, workspaceId, workflowId);
  const scope = await scopeOf(platform, form.id, request.submission);
  const failed: FieldFault[] = [];
  const inputs = await mapScope(platform, workspaceId, scope, { schema, mapping }, (name, { message }) => {
    failed.push({ path: `body.input_mapping.${name}`, message });
  });
  if (failed.length > 0) throw invalid(failed);
  return { inputs };
}

async function inputsOf(platform: Platform, workspaceId: string, workflowId: string): Promise<InputSchema> {
  try {
    return (await getWorkflow(platform, workspaceId, workflowId)).input_schema;
  } catch (error) {
    ignoreMissing(error);
    throw invalid({ path: 'body.workflow_id', message: 'is not a workflow of this workspace', code: 'not_found' });
  }
}

async function scopeOf(
  platform: Platform,
  formId: string,
  submission: MappingPreviewRequest['submission'],
): Promise<Record<string, unknown>> {
  if (typeof submission !== 'string') {
    const { inputs, message, ...rest } = submission;
    return { ...inputs, ...rest, message: chooseMessage(message, inputs), unread: [] };
  }
  const row = await findSubmission(platform.database.sql, formId, submission);
  if (row === undefined) throw invalid({ path: 'body.submission', message: 'is not a submission of this form' });
  return describeSubmission(platform, row);
}

function faultOf(name: string, parse: () => unknown): FieldFault[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof NodeError) return [{ path: `body.input_mapping.${name}`, message: error.message }];
    throw error;
  }
}
