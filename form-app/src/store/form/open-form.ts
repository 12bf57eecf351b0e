import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { onTestFinished } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { createTexts } from '../../text/texts.ts';
import { createFormClient, type FormClient } from '../../transport/form-client.ts';
import type { UploadedFile, UploadJob } from '../../transport/upload-file.ts';
import { openDrawer } from '../storage.ts';
import { exampleForm } from './example-form.ts';
import type { SentInput } from './form-state.ts';
import { createFormStore } from './form-store.ts';

export const plain: PublicForm = { ...exampleForm, fields: [] };

/** A store with a server whose uploads end when the test decides. */
export function open(form: PublicForm = plain, submit?: FormClient['submit']) {
  const jobs: (UploadJob & { finish(ref: string): void; fail(error: Error): void })[] = [];
  const sent: SentInput[] = [];
  const store = createFormStore({
    form,
    client: {
      ...createFormClient(form.slug),
      readForm: async () => form,
      submit: submit ?? (async () => ({ id: 'sub_1' }) as FormSubmission),
    },
    texts: createTexts('en', en),
    drafts: openDrawer('local', 'test:'),
    upload: (job) => {
      const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
      jobs.push({ ...job, finish: (fileRef) => resolve({ fileRef, downloadUrl: null }), fail: reject });
      return promise;
    },
    announce: () => undefined,
    onSubmitted: (_submission, input) => void sent.push(input),
    onChanged: () => undefined,
    onError: () => undefined,
  });
  onTestFinished(() => store.close());
  const state = store.getState;
  return { store, state, jobs, sent, statuses: () => state().files.map((file) => file.status) };
}

export const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);
