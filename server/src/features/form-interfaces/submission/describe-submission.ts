import type { UnreadSource } from '@portico/shared-types';
import { maxDataLength } from '../../../platform/measure-json.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findFiles } from '../../files/index.ts';
import { presentSubmissionFile } from './present-submission.ts';
import { listSources, type SourceRow, type SubmissionRow } from './submissions.sql.ts';

/** The scope of a workflow's templates over a submission (docs/reference/form-interfaces.md#mapping). */
export interface SubmissionScope extends Record<string, unknown> {
  /** What the visitor wrote, or the value of a field that is called `message`. */
  message: unknown;
  files: Record<string, unknown>[];
  urls: string[];
  /** The text of every readable file and address, one after another. */
  content: string;
  /** The unreadable files and addresses, with reasons. */
  unread: Omit<UnreadSource, 'code'>[];
}

/** Builds that scope; except for `message`, the form's own input names can't hide these names. */
export async function describeSubmission(platform: Platform, row: SubmissionRow): Promise<SubmissionScope> {
  const { sql } = platform.database;
  const files = await findFiles(sql, row.workspace_id, row.file_ids);
  const { content, unread } = joinTexts(await listSources(sql, row.id), files);
  return {
    ...row.inputs,
    message: chooseMessage(row.message, row.inputs),
    files: row.file_ids.flatMap((id) =>
      files
        .filter((file) => file.id === id)
        .map((file) => ({
          file_id: id,
          file_name: file.file_name,
          file_size: file.file_size,
          mime_type: file.mime_type,
          download_url: presentSubmissionFile(platform, file).downloadUrl,
        })),
    ),
    urls: row.urls,
    content,
    unread: [...row.unread.map(({ code: _, ...source }) => source), ...unread],
  };
}

/** The message that a visitor wrote. A form without the field for it may have a question called `message` instead. */
export function chooseMessage(message: string, inputs: Readonly<Record<string, unknown>>): unknown {
  return message === '' ? (inputs['message'] ?? '') : message;
}

/** The texts of the sources, and those that exceed the limit of a workflow's data. */
function joinTexts(
  sources: readonly SourceRow[],
  files: readonly { id: string; file_name: string }[],
): Pick<SubmissionScope, 'content' | 'unread'> {
  const texts: string[] = [];
  const unread: SubmissionScope['unread'] = [];
  let left = maxDataLength;
  for (const { kind, text, url, file_id: fileId } of sources) {
    if (kind === 'message' || text === null || text === '') continue;
    if (text.length <= left) {
      texts.push(text);
      left -= text.length;
      continue;
    }
    const message = 'All texts together are longer than 8 million characters; this one was left out.';
    const file = files.find(({ id }) => id === fileId)?.file_name;
    unread.push({ ...(file === undefined ? {} : { file }), ...(url === null ? {} : { url }), message });
  }
  return { content: texts.join('\n\n'), unread };
}
