import { BusinessHours, Workspace } from '@portico/shared-types';
import type {
  BusinessHoursPatch,
  JoinedWorkspace,
  PageQuery,
  WorkspaceCreate,
  WorkspacePatch,
} from '@portico/shared-types';
import { z } from 'zod';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../../platform/database.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { AccountCaller, Caller } from '../../../platform/http/caller.ts';
import { type NamedResource, requireReferences } from '../../../platform/hold-references.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refuseTaken } from '../../../platform/refuse-taken.ts';
import { recordChange } from '../../audit-log/index.ts';
import { joinWorkspace } from '../members/join-workspace.ts';
import { findUser } from '../users/users.sql.ts';
import {
  findWorkspaceById,
  insertNewWorkspace,
  listJoined,
  lockWorkspace,
  ownsSome,
  updateWorkspace,
  type WorkspaceRow,
} from './workspaces.sql.ts';

/** The platform plus what follows the time zone of a workspace. */
export interface WorkspacesPlatform extends Platform {
  readonly rescheduleSources: (tx: Transaction, workspaceId: string, timezone: string) => Promise<void>;
}

const takenName = 'is already used by another workspace';

/**
 * The workspace with its settings. The address for notices is a credential, like those of Slack: callers that can't
 * change it only get its host. Throws 404 if the workspace is gone.
 */
export async function getWorkspace(
  platform: Platform,
  { workspaceId, scopes }: Pick<Caller, 'workspaceId' | 'scopes'>,
): Promise<Workspace> {
  const workspace = await findWorkspace(platform, workspaceId);
  const { notice_webhook_url: address } = workspace;
  if (address === null || scopes.includes('settings:write')) return workspace;
  return { ...workspace, notice_webhook_url: `${new URL(address).origin}/…` };
}

async function findWorkspace(platform: Platform, id: string): Promise<Workspace> {
  return toWorkspace(id, await findWorkspaceById(platform.database.sql, id));
}

/** Adds the defaults of what is not stored. Throws 404 without a row. */
function toWorkspace(id: string, row: WorkspaceRow | undefined): Workspace {
  if (row === undefined) throw notFound('workspace', id);
  const { mcp, retention } = Workspace.shape;
  return { ...row, mcp: { ...mcp.parse({}), ...row.mcp }, retention: { ...retention.parse({}), ...row.retention } };
}

/**
 * Updates the given settings; null resets one to its default. Throws 400 for a name that is taken, and for ids of
 * nothing in the workspace.
 */
export async function changeWorkspace(
  platform: WorkspacesPlatform,
  caller: Caller,
  patch: WorkspacePatch,
): Promise<Workspace> {
  const { workspaceId } = caller;
  return platform.database.transaction(async (tx) => {
    const before = toWorkspace(workspaceId, await lockWorkspace(tx, workspaceId));
    const after = applyPatch(before, patch);
    await requireReferences(tx, workspaceId, listNewOffers(before, after));
    await refuseTaken('body.name', 'workspaces_name_key', async () => updateWorkspace(tx, after), takenName);
    if (after.timezone !== before.timezone) await platform.rescheduleSources(tx, workspaceId, after.timezone);
    const resource = { id: workspaceId, name: after.name };
    await recordChange(tx, { workspaceId, action: 'workspace.updated', resource, before, after });
    return after;
  });
}

const offered = [
  ['agents', 'agent'],
  ['workflows', 'workflow'],
  ['knowledge_bases', 'knowledge base'],
] as const;

/** What the MCP server is to offer from now on. Ids that are stored already may be of something deleted since. */
function listNewOffers({ mcp: before }: Workspace, { mcp: after }: Workspace): NamedResource[] {
  return offered.flatMap(([kind, resource]) => {
    const [known, ids] = [before[kind], after[kind]];
    if (typeof ids === 'string') return [];
    const named = ids.map((id, at) => ({ resource, id, path: `body.mcp.${kind}[${at}]` }));
    return named.filter(({ id }) => typeof known === 'string' || !known.includes(id));
  });
}

function applyPatch(before: Workspace, patch: WorkspacePatch): Workspace {
  const { name, timezone, business_hours: hours, notify_after_seconds: notifyAfter } = patch;
  const { mcp, retention } = Workspace.shape;
  const chosen = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);
  return {
    ...before,
    name: name ?? before.name,
    timezone: timezone === null ? 'UTC' : (timezone ?? before.timezone),
    business_hours:
      hours === undefined || hours === null ? chosen(hours, before.business_hours) : mergeHours(before, hours),
    notify_after_seconds: notifyAfter === null ? 30 : (notifyAfter ?? before.notify_after_seconds),
    notice_emails: chosen(patch.notice_emails, before.notice_emails),
    notice_webhook_url: chosen(patch.notice_webhook_url, before.notice_webhook_url),
    mcp: mergePart(mcp, before.mcp, patch.mcp),
    retention: mergePart(retention, before.retention, patch.retention),
  };
}

/** Throws 400 for hours without intervals. */
function mergeHours({ business_hours: before }: Workspace, patch: BusinessHoursPatch): BusinessHours {
  const merged = { business_hours: applyMergePatch(before, patch) };
  return parsePart('body', z.object({ business_hours: BusinessHours }), merged).business_hours;
}

/** Null resets a setting, or all of them, to the defaults of the schema. */
function mergePart<T>(schema: z.ZodType<T>, before: T, patch: Record<string, unknown> | null | undefined): T {
  return schema.parse(patch === undefined ? before : (applyMergePatch(before, patch) ?? {}));
}

/** The person's workspaces, the one that was joined last first. */
export async function pageJoined(
  platform: Platform,
  { actor }: AccountCaller,
  query: PageQuery,
): Promise<Page<JoinedWorkspace>> {
  return listJoined(platform.database.sql, actor.id, query);
}

/**
 * Creates a workspace owned by the caller.
 * @throws ApiError 403 if the caller owns none yet, unless ALLOW_WORKSPACE_CREATION is set; 400 for a name that is
 * taken.
 */
export async function openWorkspace(
  platform: Platform,
  { actor }: AccountCaller,
  { name }: WorkspaceCreate,
): Promise<Workspace> {
  const { database, config } = platform;
  const id = createId('ws');
  await database.transaction(async (tx) => {
    if (!config.allowWorkspaceCreation && !(await ownsSome(tx, actor.id))) {
      throw new ApiError('insufficient_scope', 'Only owners of a workspace can create another one.', {
        required: [],
        missing: [],
      });
    }
    const user = await findUser(tx, actor.id);
    if (user === undefined) throw notFound('user', actor.id);
    await refuseTaken('body.name', 'workspaces_name_key', async () => insertNewWorkspace(tx, id, name), takenName);
    await recordChange(tx, { workspaceId: id, action: 'workspace.created', resource: { id, name }, after: { name } });
    await joinWorkspace(tx, id, user, 'owner');
  });
  return findWorkspace(platform, id);
}
