import {
  type Deleted,
  type NamedListQuery,
  type SavedReply,
  SavedReplyCreate,
  type SavedReplyPatch,
} from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import { notFound } from '../../../platform/errors.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refuseTaken } from '../../../platform/refuse-taken.ts';
import {
  deleteSavedReply,
  findSavedReply,
  insertSavedReply,
  listSavedReplies,
  lockSavedReply,
  updateSavedReply,
} from './saved-replies.sql.ts';

/** Returns a page of the workspace's saved replies, newest first. */
export async function listSavedReplyPage(
  platform: Platform,
  workspaceId: string,
  query: NamedListQuery,
): Promise<Page<SavedReply>> {
  return listSavedReplies(platform.database.sql, workspaceId, query);
}

/** Throws 404. */
export async function getSavedReply(platform: Platform, workspaceId: string, id: string): Promise<SavedReply> {
  const reply = await findSavedReply(platform.database.sql, workspaceId, id);
  if (reply === undefined) throw notFound('saved reply', id);
  return reply;
}

const shortcutIndex = 'saved_replies_workspace_id_shortcut_key';

/** Throws 400 if the shortcut is taken. */
export async function createSavedReply(
  platform: Platform,
  workspaceId: string,
  input: SavedReplyCreate,
): Promise<SavedReply> {
  const insert = async () => insertSavedReply(platform.database.sql, workspaceId, createId('svr'), input);
  return refuseTaken('body.shortcut', shortcutIndex, insert);
}

/** Updates the fields in a merge patch. Throws 404, and 400 if the shortcut is taken. */
export async function patchSavedReply(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: SavedReplyPatch,
): Promise<SavedReply> {
  return platform.database.transaction(async (tx) => {
    const before = await lockSavedReply(tx, workspaceId, id);
    if (before === undefined) throw notFound('saved reply', id);
    const { name, shortcut, content } = before;
    const fields = parsePart('body', SavedReplyCreate, applyMergePatch({ name, shortcut, content }, patch));
    // Older versions accepted two that look the same. What isn't changed is not refused.
    const stored = patch['shortcut'] === undefined ? { ...fields, shortcut } : fields;
    const update = async () => updateSavedReply(tx, workspaceId, id, stored);
    const reply = await refuseTaken('body.shortcut', shortcutIndex, update);
    if (reply === undefined) throw notFound('saved reply', id);
    return reply;
  });
}

/** Throws 404. */
export async function removeSavedReply(platform: Platform, workspaceId: string, id: string): Promise<Deleted> {
  if (!(await deleteSavedReply(platform.database.sql, workspaceId, id))) throw notFound('saved reply', id);
  return { id, deleted: true };
}
