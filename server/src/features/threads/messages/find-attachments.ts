import type { Attachment } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { ignoreMissing, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireFile } from '../../files/index.ts';

/** The files with these ids, as stored in a message. Throws 400 for an unknown one. */
export async function findAttachments(
  platform: Platform,
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const { file_name, mime_type, file_size } = await requireFile(platform, workspaceId, id, sql);
      attachments.push({ file_id: id, file_name, mime_type, file_size });
    } catch (error) {
      ignoreMissing(error);
      throw invalid({
        path: `body.attachments[${index}]`,
        message: 'is not a file of this workspace',
        code: 'file_not_found',
      });
    }
  }
  return attachments;
}
