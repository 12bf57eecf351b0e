import { ignoreMissing } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { copyPayer } from '../../credits/index.ts';
import { getExecutionHead, startExecution, type ExecutionsPlatform } from '../../executions/index.ts';
import { getWorkflow } from '../../workflows/index.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { mapInputs } from './map-inputs.ts';
import { nameExecution } from '../submission/submissions.sql.ts';

/**
 * Starts the workflow run of a submission that has been read. Its id is stored first and the run started with that id,
 * so that after a crash the next process finds it instead of starting another. Returns the id; undefined if another
 * process has continued the submission. Throws an ApiError or a NodeError.
 */
export async function beginExecution(
  platform: ExecutionsPlatform,
  submissionId: string,
  form: FormInterfaceRow,
): Promise<string | undefined> {
  const row = await nameExecution(platform.database.sql, submissionId, createId('exe'));
  if (row === undefined) return undefined;
  const { workspace_id: workspaceId, named: id } = row;
  if (await isStarted(platform, workspaceId, id)) return id;
  const workflow = await getWorkflow(platform, workspaceId, form.workflow_id ?? '');
  const mapping = form.settings.input_mapping ?? {};
  const inputs = await mapInputs(platform, row, { schema: workflow.input_schema, mapping });
  await copyPayer(platform.database.sql, submissionId, id);
  await startExecution(platform, { workspaceId, workflowId: workflow.id, inputs, id });
  return id;
}

async function isStarted(platform: Platform, workspaceId: string, id: string): Promise<boolean> {
  return (await getExecutionHead(platform, workspaceId, id).catch(ignoreMissing)) !== undefined;
}
