import { readFile } from 'node:fs/promises';
import type { Attachment } from '@portico/shared-types';
import { ApiError } from '../../../../platform/errors.ts';
import { ExtractionError, extractText } from '../../../../platform/extract/index.ts';
import type { ContentPart } from '../../../../platform/models/chat-model.ts';
import { cutToTokens } from '../../../../platform/models/count-tokens.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { requireFile } from '../../../files/index.ts';
import { findAttachmentText, insertAttachmentText } from './attachments.sql.ts';

/** Maximum tokens of one document that a model reads. */
const documentTokens = 16_000;
/** Larger images are named and not shown: providers reject them. */
const imageBytes = 10 * 1024 * 1024;

/** An attached file for a model: an image as a data URL, anything else as its text. */
export async function readAttachment(
  platform: Platform,
  workspaceId: string,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<ContentPart> {
  const { file_name: name, file_id: id, mime_type: mimeType } = attachment;
  try {
    const file = await requireFile(platform, workspaceId, id);
    if (mimeType.startsWith('image/')) {
      if (file.file_size > imageBytes) return note(`Attached image: ${name}, too large to be shown`);
      const bytes = await platform.storage.withLocalFile(file.storage_key, async (path) => readFile(path), signal);
      return { type: 'image', url: `data:${mimeType};base64,${bytes.toString('base64')}` };
    }
    const text = await readText(platform, { id, workspaceId, fileName: name, storageKey: file.storage_key }, signal);
    return { type: 'text', text: `Attached file "${name}":\n<document>\n${text}\n</document>` };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExtractionError) return note(`Attached file: ${name}. ${error.message}`);
    if (error instanceof ApiError && error.status === 404) return note(`Attached file: ${name}, which was deleted`);
    throw error;
  }
}

/** The text of a document is extracted once and stored for later turns. */
async function readText(
  platform: Platform,
  { id, storageKey, ...named }: { id: string; workspaceId: string; fileName: string; storageKey: string },
  signal: AbortSignal,
): Promise<string> {
  const { sql } = platform.database;
  const known = await findAttachmentText(sql, id);
  if (known !== undefined) return known;
  const { text } = await platform.storage.withLocalFile(
    storageKey,
    async (path) => extractText({ path }, { ...named, mode: 'markdown', signal }),
    signal,
  );
  // The document must not be able to end our frame around it.
  const kept = cutToTokens(text, documentTokens).replaceAll('</document>', '</ document>');
  await insertAttachmentText(sql, id, kept);
  return kept;
}

function note(text: string): ContentPart {
  return { type: 'text', text: `(${text})` };
}
