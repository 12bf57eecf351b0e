import type { FormSubmissionRequest, PublicForm } from '@portico/shared-types/api/public-forms';
import { readFieldValue } from '@portico/shared-types/rules/read-field-value';
import type { Texts } from '../../text/texts.ts';
import { ApiError } from '../../transport/api-error.ts';
import { checkForm } from './check-form.ts';
import { type Draft, fitDraft } from './draft.ts';
import { keepFile } from './file-entry.ts';
import type { FormDependencies, FormState, GetForm, SetForm } from './form-state.ts';
import { type Limit, limitOf, noticeOf, noticeOfFault, type Problem } from '../notice.ts';

export type Sending = 'idle' | 'waiting' | 'sending';

export interface SubmitSlice {
  sessionId: string;
  problems: readonly Problem[];
  /** Incremented with each failed attempt, so that the summary gets the focus again. */
  failures: number;
  sending: Sending;
  /** Set while the server accepts no further submission. */
  limit: Limit | null;
  submit(): Promise<void>;
  clearProblem(field: string): void;
  endLimit(): void;
}

export function createSubmitSlice(
  set: SetForm,
  get: GetForm,
  dependencies: FormDependencies,
  draft: Draft,
): SubmitSlice {
  const { form, client, texts, onSubmitted, onChanged, onError } = dependencies;
  const refuse = (problems: readonly Problem[]) => {
    set({ problems, sending: 'idle', failures: get().failures + 1 });
  };

  return {
    sessionId: draft.sessionId,
    problems: [],
    failures: 0,
    sending: 'idle',
    limit: null,

    submit: async () => {
      if (get().sending !== 'idle' || get().limit !== null) return;
      get().addUrls();
      const before = checkForm(form, get());
      if (before.length > 0) return refuse(before);
      set({ problems: [], sending: 'waiting' });
      await get().settleFiles();
      const after = checkForm(form, get());
      if (after.length > 0) return refuse(after);
      set({ sending: 'sending' });
      const sent = { draft: draftOf(get()), request: requestOf(form, get()) };
      try {
        onSubmitted(await client.submit(sent.request), sent);
        set({ sending: 'idle' });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        onError(error.code, error.message);
        const limit = limitOf(error);
        if (limit !== null) return set({ sending: 'idle', limit });
        const current = error.fields.length === 0 ? null : await readChanged(dependencies);
        if (current === null) return refuse(problemsOf(error, form, texts));
        const draft = fitDraft(sent.draft, current, Date.now()) ?? sent.draft;
        onChanged({ form: current, draft, problems: problemsOf(error, current, texts) });
      }
    },
    clearProblem: (field) => {
      if (get().problems.some((problem) => problem.field === field)) {
        set({ problems: get().problems.filter((problem) => problem.field !== field) });
      }
    },
    endLimit: () => set({ limit: null }),
  };
}

/**
 * The form as it is now; null if it is still the one of this page. What the page has checked is rarely refused: the usual
 * reason is that the owner has changed the form in the meantime, and its new fields are not on this page.
 */
async function readChanged({ client, form }: FormDependencies): Promise<PublicForm | null> {
  const current = await client.readForm().catch(() => form);
  return JSON.stringify(current) === JSON.stringify(form) ? null : current;
}

/** The part of the page's state in a draft. Rejected files are excluded: they would only be rejected again. */
export function draftOf({ message, inputs, urls, files, sessionId }: FormState): Draft {
  return { message, inputs, urls, files: files.filter((file) => file.status !== 'refused').map(keepFile), sessionId };
}

function requestOf(form: PublicForm, state: FormState): Partial<FormSubmissionRequest> {
  const inputs: Record<string, unknown> = {};
  for (const field of form.fields) {
    const value = state.hidden.has(field.name) ? undefined : readFieldValue(field, state.inputs[field.name] ?? '');
    if (value !== undefined) inputs[field.name] = value;
  }
  return {
    message: state.message,
    files: state.files.flatMap((file) => file.fileRef ?? []),
    urls: [...state.urls],
    inputs,
    sessionId: state.sessionId,
  };
}

/** Puts the server's complaints beside the fields they are about (`body.inputs.topic`, `body.files[0]`). */
function problemsOf(error: ApiError, form: PublicForm, texts: Texts): Problem[] {
  const known = new Set(['message', 'files', 'urls', ...form.fields.map((field) => `inputs.${field.name}`)]);
  const problems = error.fields.map((fault): Problem => {
    const field = fault.path.replace(/^body\./, '').replace(/\[\d+\].*$/, '');
    return { field: known.has(field) ? field : 'form', notice: noticeOfFault(error, fault, texts) };
  });
  return problems.length > 0 ? problems : [{ field: 'form', notice: noticeOf(error) }];
}
