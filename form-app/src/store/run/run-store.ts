import type { FormSubmission, PublicForm, SubmissionStatus } from '@portico/shared-types/api/public-forms';
import type { SubmissionEvent } from '@portico/shared-types/events';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { fieldKey } from '../../text/error-keys.ts';
import { displayName } from '../../text/display-name.ts';
import type { Texts } from '../../text/texts.ts';
import { ApiError } from '../../transport/api-error.ts';
import { type Connection, followSubmission } from '../../transport/follow-submission.ts';
import type { FormClient } from '../../transport/form-client.ts';
import type { SentInput } from '../form/form-state.ts';
import { type Limit, limitOf, type Notice, noticeOf } from '../notice.ts';
import { advanceItems, isOver, listItems, type RunItem } from './run-items.ts';
import type { Drawer } from '../storage.ts';

export interface RunState {
  load: 'loading' | 'ready' | 'missing' | 'unreachable';
  submission: FormSubmission | null;
  status: SubmissionStatus;
  items: readonly RunItem[];
  /** Percent of settled nodes of the workflow, once known. */
  progress: number | null;
  output: string;
  /** The visitor's own version of the output. */
  edited: string | null;
  connection: Connection;
  /** Why the run couldn't be started again. */
  notice: Notice | null;
  isSending: boolean;
  limit: Limit | null;
  follow(): Promise<void>;
  edit(text: string | null): void;
  runAgain(sent: SentInput): Promise<void>;
  endLimit(): void;
}

export interface RunStore extends StoreApi<RunState> {
  close(): void;
}

export interface RunDependencies {
  id: string;
  form: PublicForm;
  client: FormClient;
  texts: Texts;
  edits: Drawer;
  announce(text: string): void;
  onSubmitted(submission: FormSubmission, sent: SentInput): void;
  onCompleted(): void;
  onFailed(code: string, message: string): void;
}

/** The store of a run's page: follows the submission until it has ended, from any state. */
export function createRunStore(dependencies: RunDependencies): RunStore {
  const { id, client, edits, onSubmitted } = dependencies;
  const abort = new AbortController();
  const keptEdit = edits.read(id);

  const store = createStore<RunState>((set, get) => {
    const { take, receive } = createReceiver(dependencies, set, get);

    return {
      load: 'loading',
      submission: null,
      status: 'submitted',
      items: [],
      progress: null,
      output: '',
      edited: typeof keptEdit === 'string' ? keptEdit : null,
      connection: 'live',
      notice: null,
      isSending: false,
      limit: null,

      follow: async () => {
        set({ load: 'loading' });
        try {
          take(await client.readSubmission(id, abort.signal));
          if (get().status === 'completed' || get().status === 'failed') return;
          // The output in the snapshot is repeated from the stream's first event on.
          set({ output: '' });
          const onConnection = (connection: Connection) => set({ connection });
          await followSubmission(client, id, { onEvent: receive, onConnection, onSnapshot: take }, abort.signal);
          set({ connection: 'live' });
        } catch (error) {
          if (abort.signal.aborted) return;
          set({ load: error instanceof ApiError && error.status === 404 ? 'missing' : 'unreachable' });
        }
      },
      edit: (edited) => {
        set({ edited });
        if (edited === null) edits.remove(id);
        else edits.write(id, edited);
      },
      runAgain: async (sent) => {
        if (get().isSending || get().limit !== null) return;
        set({ isSending: true, notice: null });
        try {
          onSubmitted(await client.submit(sent.request), sent);
          set({ isSending: false });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const limit = limitOf(error);
          set({ isSending: false, limit, notice: limit === null ? noticeOf(error) : null });
        }
      },
      endLimit: () => set({ limit: null }),
    };
  });
  return { ...store, close: () => abort.abort() };
}

interface Receiver {
  /** Stores the state of the submission as read from the server. */
  take(submission: FormSubmission): void;
  /** Stores the effect of an event. */
  receive(event: SubmissionEvent): void;
}

/** Stores and announces what the server reports about a submission. */
function createReceiver(
  { texts, announce, onCompleted, onFailed }: RunDependencies,
  set: StoreApi<RunState>['setState'],
  get: StoreApi<RunState>['getState'],
): Receiver {
  const become = (status: SubmissionStatus) => {
    if (get().status === status) return;
    set({ status });
    announce(texts.say(announcements[status]));
    if (status === 'completed') onCompleted();
  };
  const take = (submission: FormSubmission) => {
    const { executionStatus: status, output } = submission;
    const isRead = status === 'running' || status === 'completed';
    const known = get().items.length > 0 && !isRead && status !== 'failed';
    const items = known ? get().items : listItems(submission, isRead ? 'read' : 'waiting');
    set({ submission, items, load: 'ready', ...(output === null ? {} : { output }) });
    become(status);
    if (status === 'failed') onFailed(submission.error?.code ?? 'execution_failed', submission.error?.message ?? '');
  };
  const read = ({ file, url, done, error }: Extract<SubmissionEvent, { event: 'submission:processing' }>['data']) => {
    const name = file ?? url;
    const fault = error === undefined ? null : (error.cause ?? 'invalid');
    set({ items: advanceItems(get().items, { name, done, fault }) });
    if (fault === null) return;
    const reason = texts.say(fieldKey(fault, url === undefined ? 'files' : 'urls'));
    announce(`${texts.say('unreadName', { name: displayName(name ?? '') })}: ${reason}`);
  };
  const receive = ({ event, data }: SubmissionEvent) => {
    const { submission, items } = get();
    switch (event) {
      case 'connected':
        return;
      case 'submission:processing':
        become('processing');
        return read(data);
      case 'submission:running':
        become('running');
        return set({
          progress: data.progress,
          items: items.map((item) => (isOver(item) ? item : { ...item, state: 'read' })),
        });
      case 'output:delta':
        become('running');
        return set({ output: get().output + data.content });
      case 'output:restarted':
        return set({ output: '' });
      case 'submission:completed':
        if (submission === null) return;
        return take({ ...submission, unread: listUnread(items), executionStatus: 'completed', output: data.output });
      case 'submission:failed':
        if (submission === null) return;
        return take({ ...submission, unread: listUnread(items), executionStatus: 'failed', error: data.error });
    }
  };
  return { take, receive };
}

/** The last event has fewer fields than the record, so earlier fields are kept. */
function listUnread(items: readonly RunItem[]): NonNullable<FormSubmission['unread']> {
  return items.flatMap(({ kind, name, fault }) => {
    if (fault === null) return [];
    return [{ ...(kind === 'file' ? { file: name } : { url: name }), message: '', code: fault }];
  });
}

const announcements = {
  submitted: 'nowSubmitted',
  processing: 'nowProcessing',
  running: 'nowRunning',
  completed: 'nowCompleted',
  failed: 'nowFailed',
} as const;
