import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../transport/api-error.ts';
import type { FormClient } from '../transport/form-client.ts';
import type { Draft } from './draft.ts';
import type { SentInput } from './form-state.ts';
import { pathOf, readRoute } from './route.ts';
import type { Drawer } from './storage.ts';

export interface AppState {
  form: PublicForm | null;
  failure: 'missing' | 'unreachable' | null;
  submissionId: string | null;
  /** What the form begins with when the visitor comes back to change their input. */
  start: Draft | null;
  /** Grows with each visit of a page, so that a page visited again begins anew. */
  visit: number;
  load(): Promise<void>;
  openRun(submission: FormSubmission, sent: SentInput): void;
  openForm(start: Draft | null): void;
  /** The same page, empty. */
  startOver(): void;
  /** Follows the browser's back and forward. */
  followAddress(): void;
}

/** The store above the pages: which form, which of its pages. `sent` keeps, in this tab, what each run was given. */
export function createAppStore(slug: string, client: FormClient, sent: Drawer): StoreApi<AppState> {
  return createStore<AppState>((set, get) => {
    const visit = (submissionId: string | null, start: Draft | null) => {
      set({ submissionId, start, visit: get().visit + 1 });
      scrollTo(0, 0);
    };
    return {
      form: null,
      failure: null,
      submissionId: readRoute(location.pathname)?.submissionId ?? null,
      start: null,
      visit: 0,
      load: async () => {
        set({ failure: null });
        try {
          set({ form: await client.readForm() });
        } catch (error) {
          set({ failure: error instanceof ApiError && error.status === 404 ? 'missing' : 'unreachable' });
        }
      },
      openRun: ({ id }, input) => {
        sent.write(id, input);
        history.pushState(null, '', pathOf({ slug, submissionId: id }) + location.search);
        visit(id, null);
      },
      openForm: (start) => {
        history.pushState(null, '', pathOf({ slug, submissionId: null }) + location.search);
        visit(null, start);
      },
      startOver: () => visit(null, null),
      followAddress: () => visit(readRoute(location.pathname)?.submissionId ?? null, null),
    };
  });
}
