import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../transport/api-error.ts';
import type { FormClient } from '../transport/form-client.ts';
import { emptyDraft, type Draft } from './form/draft.ts';
import type { FormChange, SentInput } from './form/form-state.ts';
import type { Problem } from './notice.ts';
import { pathOf, readRoute } from './route.ts';
import type { Drawer } from './storage.ts';

export interface AppState {
  form: PublicForm | null;
  failure: 'missing' | 'unreachable' | null;
  submissionId: string | null;
  /** Initial input of the form when the visitor comes back to change it. */
  start: Draft | null;
  /** The run from which the visitor came back to the form with the browser's Back. */
  leftRun: string | null;
  /** What that input lacks. */
  problems: readonly Problem[];
  /** Incremented with each visit of a page, so that a page visited again starts again. */
  visit: number;
  /** How a visitor can return to the run: by this page's address, in this tab, or only by the run's link. */
  wayBack: WayBack;
  load(): Promise<void>;
  openRun(submission: FormSubmission, sent: SentInput): void;
  openForm(start: Draft | null): void;
  /** The same page, without input. */
  startOver(): void;
  /** The same page, with the form as its owner has changed it. */
  openChanged(change: FormChange): void;
  /** Follows the browser's back and forward. */
  followAddress(): void;
}

export type WayBack = 'address' | 'tab' | 'link';

/** Storage of this tab: `sent` has the input of each run, `open` the run that an embedded form shows. */
export interface TabDrawers {
  sent: Drawer;
  /** Undefined on a separate page, whose address names the run. */
  open?: Drawer | undefined;
}

const openRunKey = 'run';

/** The store above the pages: the form and the current page. */
export function createAppStore(slug: string, client: FormClient, { sent, open }: TabDrawers): StoreApi<AppState> {
  // A frame that is loaded again starts at its first address, the form's; its run would be lost.
  const keep = (id: string | null): WayBack => {
    if (open === undefined) return 'address';
    if (id === null) open.remove(openRunKey);
    else open.write(openRunKey, id);
    return id !== null && open.read(openRunKey) === id ? 'tab' : 'link';
  };
  const kept = open?.read(openRunKey);
  const first = readRoute(location.pathname)?.submissionId ?? (typeof kept === 'string' ? kept : null);
  let path = location.pathname;
  return createStore<AppState>((set, get) => {
    const visit = (submissionId: string | null, start: Draft | null, changes: Partial<AppState> = {}) => {
      const wayBack = keep(submissionId);
      set({ submissionId, start, leftRun: null, problems: [], visit: get().visit + 1, wayBack, ...changes });
      scrollTo(0, 0);
    };
    const goTo = (submissionId: string | null) => {
      // The next visit of this page begins at its top: the visitor left it in the middle of other content.
      history.scrollRestoration = 'manual';
      history.pushState(null, '', pathOf({ slug, submissionId }) + location.search);
      history.scrollRestoration = 'auto';
      path = location.pathname;
    };
    return {
      form: null,
      failure: null,
      submissionId: first,
      start: null,
      leftRun: null,
      problems: [],
      visit: 0,
      wayBack: keep(first),
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
        goTo(id);
        visit(id, null);
      },
      openForm: (start) => {
        goTo(null);
        visit(null, start);
      },
      startOver: () => visit(null, emptyDraft()),
      openChanged: ({ form, draft, problems }) => visit(null, draft, { form, problems }),
      followAddress: () => {
        // A link within the page, or another draft in its preview, changes only the part after the #.
        if (location.pathname === path) return;
        path = location.pathname;
        const submissionId = readRoute(path)?.submissionId ?? null;
        visit(submissionId, null, submissionId === null ? { leftRun: get().submissionId } : {});
      },
    };
  });
}
