import {
  type Deleted,
  type SavedWorkflow,
  type SortedListQuery,
  type Workflow,
  type WorkflowSummary,
  WorkflowCreate,
  WorkflowDefinition,
  WorkflowPatch,
} from '@portico/shared-types';
import { z } from 'zod';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../platform/database.ts';
import { inUse, invalid, notFound, unavailable, type FieldFault } from '../../platform/errors.ts';
import { holdReferences } from '../../platform/hold-references.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import { isRecord } from '../../platform/is-record.ts';
import type { Platform } from '../../platform/platform.ts';
import { currentOrigin } from '../../platform/request-context.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { refuseTaken } from '../../platform/refuse-taken.ts';
import { recordChange } from '../audit-log/index.ts';
import type { WorkflowsPlatform } from './workflows-platform.ts';
import {
  findExistingWorkflows,
  findWorkflow,
  insertVersion,
  insertWorkflow,
  listWorkflows,
  lockToDelete,
  markDeleted,
  updateWorkflow,
} from './workflows.sql.ts';
import { parsePart, toFieldErrors } from '../../platform/http/parse.ts';
import { findSchemaFaults } from '../../platform/json-schema/find-schema-faults.ts';
import { checkDefinition, findCodeFaults, findEmptyReads, type Reference } from '../executions/index.ts';
import { findMasks } from './show-workflow.ts';
import { findMissingReferences } from './find-missing-references.ts';
import { cutText } from '../../platform/cut-text.ts';

// The definition is checked separately, so that an error in its schema doesn't hide errors in its meaning.
const Fields = WorkflowCreate.omit({ definition: true }).extend({ definition: z.unknown().optional() });

/** Maximum number of times that a concurrently changed workflow is read again. */
const attempts = 10;

/** A workflow with its newest definition. Throws 404. */
export async function getWorkflow(platform: Platform, workspaceId: string, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(platform.database.sql, workspaceId, id);
  if (!workflow) throw notFound('workflow', id);
  return workflow;
}

export async function pageWorkflows(
  platform: Platform,
  workspaceId: string,
  query: SortedListQuery,
): Promise<Page<WorkflowSummary>> {
  return listWorkflows(platform.database.sql, workspaceId, query);
}

/** Saves a new workflow as version 1. Throws a 400 that lists every fault. */
export async function createWorkflow(platform: Platform, workspaceId: string, body: unknown): Promise<Workflow> {
  const { fields, references } = await checkWorkflow(platform, workspaceId, body);
  const id = createId('wf');
  await platform.database.transaction(async (tx) => {
    await holdNamed(tx, workspaceId, references);
    const insert = async () => insertWorkflow(tx, workspaceId, id, fields, currentOrigin().actor);
    await refuseTaken('body.slug', 'workflows_by_slug', insert);
    const resource = { id, name: fields.name };
    await recordChange(tx, { workspaceId, action: 'workflow.created', resource, after: fields });
  });
  return getWorkflow(platform, workspaceId, id);
}

/**
 * Updates the fields in the merge patch. A change of the definition or the input schema creates a new version; running
 * executions keep theirs (docs/reference/workflows.md#fields). Throws 404, and a 400 that lists every fault of the
 * result.
 */
export async function changeWorkflow(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: Readonly<Record<string, unknown>>,
): Promise<Workflow> {
  const isKnown = (await findExistingWorkflows(platform.database.sql, workspaceId, [id])).length > 0;
  // The shape of a request comes before the existence of its resource. Of a known workflow, it is checked together with
  // the meaning.
  if (!isKnown) parsePart('body', WorkflowPatch, patch);
  return change(platform, workspaceId, id, (current) => mergeKnown(current, patch));
}

/** Merges the patch, but keeps a null of an unknown field, so that the check names the field. */
function mergeKnown(current: object, patch: Readonly<Record<string, unknown>>): unknown {
  const merged = { ...unknownNulls(patch, WorkflowCreate.shape), ...applyMergePatch(current, patch) };
  const { definition } = merged;
  if (!isRecord(definition) || !isRecord(patch['definition'])) return merged;
  return { ...merged, definition: { ...unknownNulls(patch['definition'], WorkflowDefinition.shape), ...definition } };
}

function unknownNulls(patch: Readonly<Record<string, unknown>>, known: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).filter(([k, value]) => value === null && !Object.hasOwn(known, k)));
}

/** Replaces the definition and the input schema, as a new version even if they are the same. */
export async function replaceWorkflow(
  platform: Platform,
  workspaceId: string,
  id: string,
  saved: Pick<Workflow, 'definition' | 'input_schema'>,
): Promise<Workflow> {
  return change(platform, workspaceId, id, (current) => ({ ...current, ...saved }), { isNewVersion: true });
}

async function change(
  platform: Platform,
  workspaceId: string,
  id: string,
  edit: (current: object) => unknown,
  { isNewVersion = false }: { readonly isNewVersion?: boolean } = {},
): Promise<Workflow> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = await getWorkflow(platform, workspaceId, id);
    if (await tryChange(platform, workspaceId, before, { edit, isNewVersion })) {
      return getWorkflow(platform, workspaceId, id);
    }
  }
  throw unavailable('The workflow is being changed by others again and again.', 1);
}

/** Adds what is not refused, but won't do what it seems to. Not in a transaction: a process compiles the code. */
export async function withWarnings(
  platform: Platform,
  workspaceId: string,
  workflow: Workflow,
): Promise<SavedWorkflow> {
  const { definition } = workflow;
  const inCode = await findCodeFaults(definition, platform.sandboxes.expressions, { workspaceId });
  const warnings = [...inCode, ...findEmptyReads(definition)];
  return warnings.length === 0 ? workflow : { ...workflow, warnings };
}

interface Edit {
  readonly edit: (current: object) => unknown;
  readonly isNewVersion: boolean;
}

/**
 * Updates the workflow if it has not changed since it was read; false if it has, so that those changes are not lost.
 */
async function tryChange(
  platform: Platform,
  workspaceId: string,
  before: Workflow,
  { edit, isNewVersion }: Edit,
): Promise<boolean> {
  const current = toCreate(before);
  const edited = edit(current);
  const isKept = !isNewVersion && isSame(definitionOf(edited), current.definition);
  const { fields, references } = await checkWorkflow(platform, workspaceId, edited, { isKept });
  const isUnchanged = isSame(fields.definition, before.definition) && isSame(fields.input_schema, before.input_schema);
  const runsAlike = isUnchanged && !isNewVersion;
  const version = runsAlike ? before.version : before.version + 1;
  return platform.database.transaction(async (tx) => {
    await holdNamed(tx, workspaceId, references);
    const update = async () => updateWorkflow(tx, workspaceId, before, version, fields);
    const changed = await refuseTaken('body.slug', 'workflows_by_slug', update);
    if (changed && !runsAlike) await insertVersion(tx, before.id, version, fields, currentOrigin().actor);
    const resource = { id: before.id, name: fields.name };
    if (changed) {
      await recordChange(tx, { workspaceId, action: 'workflow.updated', resource, before: current, after: fields });
    }
    return changed;
  });
}

/** The body that would create this workflow again. */
function toCreate({ slug, ...workflow }: Workflow): WorkflowCreate {
  const { name, description, status, input_schema, definition, max_duration_s } = workflow;
  const rest = { name, description, status, input_schema, definition, max_duration_s };
  return slug === null ? rest : { ...rest, slug };
}

/** Every workflow of a workspace as the body that would create it again. */
export async function listWorkflowDefinitions(
  platform: Platform,
  workspaceId: string,
): Promise<Definition<WorkflowCreate>[]> {
  const listed = await readWhole(async (query) => listWorkflows(platform.database.sql, workspaceId, query));
  const definitions: Definition<WorkflowCreate>[] = [];
  for (const { id } of listed) {
    const workflow = await findWorkflow(platform.database.sql, workspaceId, id);
    if (workflow !== undefined) definitions.push({ id, body: toCreate(workflow) });
  }
  return definitions;
}

/** Deletes a workflow; its executions remain readable. Throws 404, and a 400 that names its users. */
export async function deleteWorkflow(platform: WorkflowsPlatform, workspaceId: string, id: string): Promise<Deleted> {
  await platform.database.transaction(async (tx) => {
    await lockToDelete(tx, workspaceId, id);
    const workflow = await findWorkflow(tx, workspaceId, id);
    if (workflow === undefined || !(await markDeleted(tx, workspaceId, id))) throw notFound('workflow', id);
    const users = await platform.workflows.references.findUsers(tx, 'workflow', workspaceId, id);
    if (users.length > 0) {
      throw inUse(users);
    }
    await recordChange(tx, { workspaceId, action: 'workflow.deleted', resource: workflow });
  });
  return { id, deleted: true };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Checks a whole workflow before it is saved, and lists every fault in one 400 (docs/reference/workflows.md#checks):
 * fields, definition, input schema, and the resources that the definition names. Those of a definition that is kept may
 * have been deleted since, like a file; the workflow can be renamed and made inactive nevertheless. Returns the resources
 * that must exist when the workflow is saved, too.
 */
async function checkWorkflow(
  platform: Platform,
  workspaceId: string,
  body: unknown,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<{ fields: WorkflowCreate; references: Reference[] }> {
  const fields = Fields.safeParse(body);
  const { definition, faults, references: named, schemas } = checkDefinition(definitionOf(body));
  const references = isKept ? [] : named;
  const inputSchema = fields.data?.input_schema;
  const given = inputSchema === undefined ? [] : [{ path: 'body.input_schema', schema: inputSchema }];
  const all = [
    ...(fields.error ? toFieldErrors('body', fields.error.issues) : []),
    ...(await findSchemaFaults([...given, ...schemas], platform.sandboxes.expressions, { workspaceId })),
    ...faults,
    ...(definition ? findMasks(definition) : []),
    ...(await findMissingReferences(platform, workspaceId, references)).map(describeMissing),
  ];
  if (all.length > 0 || !fields.data || !definition) throw invalid(all);
  return { fields: { ...fields.data, definition }, references };
}

function definitionOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'definition' in body ? body.definition : undefined;
}

/**
 * Prevents the deletion of the agents, knowledge bases and workflows of a definition until the transaction ends. Throws
 * a 400 that lists those that have been deleted since the definition was checked.
 */
async function holdNamed(tx: Transaction, workspaceId: string, references: readonly Reference[]): Promise<void> {
  const held = references.flatMap(({ resource, ...rest }) =>
    resource === 'thread' || resource === 'file' ? [] : [{ resource, ...rest }],
  );
  const missing = await holdReferences(tx, workspaceId, held);
  if (missing.length > 0) throw invalid(missing.map(describeMissing));
}

function describeMissing({ path, resource, id }: Reference): FieldFault {
  return { path, message: `there is no ${resource} “${cutText(id, 80)}”`, code: 'not_found' };
}
