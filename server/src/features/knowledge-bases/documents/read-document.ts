import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findDocumentText } from './documents.sql.ts';

/** Characters of a document that are read at a time. */
const maxCharacters = 200_000;

/**
 * The text of a document, as in its passages, up to 200,000 characters. Throws 404, also for a document of a base that
 * is not in `baseIds` (undefined: all).
 */
export async function readDocumentText(
  platform: Platform,
  workspaceId: string,
  id: string,
  baseIds: readonly string[] | undefined,
): Promise<{ id: string; title: string; url: string | null; content: string }> {
  const found = await findDocumentText(platform.database.sql, { workspaceId, id, maxCharacters });
  if (found === undefined || baseIds?.includes(found.knowledge_base_id) === false) throw notFound('document', id);
  return found;
}
