import type { Sql } from '../../../../platform/database.ts';

/** The text of an attached document, if it has been extracted. */
export async function findAttachmentText(sql: Sql, fileId: string): Promise<string | undefined> {
  const [row] = await sql<{ text: string }[]>`SELECT text FROM attachment_texts WHERE file_id = ${fileId}`;
  return row?.text;
}

/** Stores the text of an attached document; it is deleted with its file. */
export async function insertAttachmentText(sql: Sql, fileId: string, text: string): Promise<void> {
  await sql`
    INSERT INTO attachment_texts (file_id, text) SELECT id, ${text} FROM files WHERE id = ${fileId}
    ON CONFLICT (file_id) DO NOTHING`;
}
