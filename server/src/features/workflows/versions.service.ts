import type { PageQuery, Workflow, WorkflowVersion } from '@portico/shared-types';
import { systemActor } from '../../platform/actor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Page } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { showWorkflow } from './show-workflow.ts';
import { findWorkflowVersion, listWorkflowVersions } from './versions.sql.ts';
import { getWorkflow, replaceWorkflow } from './workflows.service.ts';

/** A page of a workflow's saved versions, newest first. Throws 404. */
export async function pageWorkflowVersions(
  platform: Platform,
  caller: Caller,
  id: string,
  query: PageQuery,
): Promise<Page<WorkflowVersion>> {
  const current = await getWorkflow(platform, caller.workspaceId, id);
  const { items, total } = await listWorkflowVersions(platform.database.sql, id, query);
  const { type, id: systemId, name } = systemActor;
  return {
    items: items.map(({ version, created_at, actor, ...saved }) => ({
      version,
      created_at,
      actor: actor ?? { type, id: systemId, name },
      workflow: showWorkflow(caller, { ...current, ...saved, version }),
    })),
    total,
  };
}

/**
 * Saves an earlier definition and input schema again, as the newest version; the other fields are not changed. Throws
 * 404 for the workflow and the version, and 400 if the definition refers to something that was deleted.
 */
export async function restoreWorkflowVersion(
  platform: Platform,
  workspaceId: string,
  id: string,
  version: string,
): Promise<Workflow> {
  await getWorkflow(platform, workspaceId, id);
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
  const found = await findWorkflowVersion(platform.database.sql, id, number);
  if (found === undefined) throw notFound('workflow version', version);
  const { definition, input_schema } = found;
  return replaceWorkflow(platform, workspaceId, id, { definition, input_schema });
}
