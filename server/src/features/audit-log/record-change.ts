import type { Actor } from '../../platform/actor.ts';
import type { Sql, Transaction } from '../../platform/database.ts';
import { createId } from '../../platform/ids.ts';
import { currentOrigin } from '../../platform/request-context.ts';
import { hasEntry, insertEntry } from './audit-log.sql.ts';
import { compareStates, maskAddress } from './compare-states.ts';

/** The kinds of resources and actions that are recorded: `agent.created`. */
type ChangedResource =
  | 'agent'
  | 'workflow'
  | 'trigger'
  | 'knowledge_base'
  | 'chat_interface'
  | 'form_interface'
  | 'persona'
  | 'webhook'
  | 'api_key'
  | 'member'
  | 'invitation'
  | 'workspace'
  | 'source';

type Action =
  | `${ChangedResource}.${'created' | 'updated' | 'deleted'}`
  | `session.${'created' | 'failed' | 'ended'}`
  | 'api_key.rotated'
  | 'conversation.accepted'
  | `oauth_grant.${'created' | 'deleted'}`
  | 'export.created'
  | 'submission.deleted'
  | 'visitor.erased';

/** One change of one resource. No entry names a visitor: it could not be erased (docs/decisions/0015-what-is-kept.md). */
export interface Change {
  readonly workspaceId: string;
  readonly action: Action;
  readonly resource: { readonly id: string; readonly name: string | null };
  /** The resource as returned by its GET, before and after; secrets in it are masked here. */
  readonly before?: object;
  readonly after?: object;
  /** Defaults to the caller of the current request. */
  readonly actor?: Actor;
}

/**
 * Writes an entry of the audit log. Must be called in the transaction that makes the change, so that neither exists
 * without the other. An update without any difference is not recorded.
 */
export async function recordChange(sql: Sql, change: Change): Promise<void> {
  const { workspaceId, action, resource, before, after } = change;
  const type = action.slice(0, action.indexOf('.'));
  const changes = compareStates(before, after, type);
  if (before !== undefined && after !== undefined && Object.keys(changes).length === 0) return;
  const { actor: caller, ip, requestId } = currentOrigin();
  const actor = change.actor ?? caller;
  await insertEntry(sql, workspaceId, {
    id: createId('aud'),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    resource_type: type,
    resource_id: resource.id,
    resource_name: resource.name === null ? null : maskAddress(resource.name),
    changes,
    ip,
    request_id: requestId,
  });
}

/**
 * The same for what may be done again after an interruption, such as a deletion in steps: if the action on the resource
 * is recorded already, it isn't again. The transaction must have locked the resource.
 */
export async function recordOnce(tx: Transaction, change: Change): Promise<void> {
  const { workspaceId, action, resource } = change;
  if (!(await hasEntry(tx, workspaceId, action, resource.id))) await recordChange(tx, change);
}

/**
 * Records that the caller downloads a list of the workspace, or of another resource, with the format and the filters,
 * except what is searched for: it can be a visitor's name or address, which entries must not contain.
 */
export async function recordExport(
  sql: Sql,
  workspaceId: string,
  list: string | Change['resource'],
  { q: _, ...after }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const resource = typeof list === 'string' ? { id: workspaceId, name: list } : list;
  await recordChange(sql, { workspaceId, action: 'export.created', resource, after });
}
