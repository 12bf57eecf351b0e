import type { FormSubmission, FormSubmissionRequest, PublicForm } from '@portico/shared-types/api/public-forms';
import type { StoreApi } from 'zustand/vanilla';
import type { Texts } from '../../text/texts.ts';
import type { FormClient } from '../../transport/form-client.ts';
import type { UploadJob, UploadedFile } from '../../transport/upload-file.ts';
import type { Draft } from './draft.ts';
import type { FilesSlice } from './files-slice.ts';
import type { Drawer } from '../storage.ts';
import type { Problem } from '../notice.ts';
import type { SubmitSlice } from './submit-slice.ts';
import type { ValuesSlice } from './values-slice.ts';

/** The state and actions of the form page. */
export type FormState = ValuesSlice & FilesSlice & SubmitSlice;

export type SetForm = StoreApi<FormState>['setState'];
export type GetForm = StoreApi<FormState>['getState'];

/** The submitted input, stored in this tab so that it can be sent again. */
export interface SentInput {
  draft: Draft;
  request: Partial<FormSubmissionRequest>;
}

/** The form as it is now, with the part of the visitor's input that fits it, and what it lacks. */
export interface FormChange {
  form: PublicForm;
  draft: Draft;
  problems: readonly Problem[];
}

/** The dependencies of a form store. */
export interface FormDependencies {
  form: PublicForm;
  client: FormClient;
  texts: Texts;
  drafts: Drawer;
  upload(job: UploadJob): Promise<UploadedFile>;
  announce(text: string): void;
  onSubmitted(submission: FormSubmission, sent: SentInput): void;
  /** The owner has changed the form since it was loaded, so that the input no longer fits. */
  onChanged(change: FormChange): void;
  onError(code: string, message: string): void;
}
