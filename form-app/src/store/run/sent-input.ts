import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { isRecord, readDraft } from '../form/draft.ts';
import type { SentInput } from '../form/form-state.ts';
import { createId } from '@portico/shared-types/rules/create-id';
import type { Drawer } from '../storage.ts';

/** The input of a run, if this tab sent it; else null. */
export function readSent(drawer: Drawer, id: string, form: PublicForm): SentInput | null {
  const kept = drawer.read(id);
  if (!isRecord(kept) || !isRecord(kept['request'])) return null;
  const draft = readDraft({ ...drawer, read: () => kept['draft'] }, id, form, Date.now());
  // The request is sent to the server unchanged; the server parses it again.
  return draft === null ? null : { draft, request: kept['request'] };
}

/** A run's input reconstructed from the submission: files only by name, to be chosen again. */
export function inputOf({ message, urls, files }: FormSubmission): SentInput {
  const names = files.map(({ fileName, fileSize, mimeType }) => ({
    name: fileName,
    size: fileSize,
    type: mimeType,
    fileRef: null,
    downloadUrl: null,
    uploadedAt: null,
  }));
  const draft = { message, urls, inputs: {}, files: names, sessionId: createId() };
  return { draft, request: { message, urls } };
}
