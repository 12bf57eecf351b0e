import { followEvents } from '@portico/browser-kit/events/follow-events';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Deliverable, LinkedPersonaInstance, PersonaApprovalDecision } from '@portico/shared-types/api/personas';
import { ApiError } from '../transport/api-error.ts';
import type { TaskClient } from '../transport/task-client.ts';

/** State besides the task itself: whether it could be loaded. */
export type Reading = 'opening' | 'read' | 'unreachable' | 'unknown';

export interface TaskState {
  readonly task: LinkedPersonaInstance;
  readonly deliverables: readonly Deliverable[];
}

/** A task that is followed until it has ended. */
export interface OpenTask {
  readonly reading: ReadonlySignal<Reading>;
  /** The newest state; null until it was read once. */
  readonly state: ReadonlySignal<TaskState | null>;
  /** The stream of events is interrupted; it reconnects by itself. */
  readonly isInterrupted: ReadonlySignal<boolean>;
  /**
   * Reads the newest state, and again later if the task can't be reached. Concurrent calls share one further read.
   */
  refresh(): Promise<void>;
  /** Decides an approval. Rejects with an ApiError if the decision is refused. */
  decide(approvalId: string, decision: PersonaApprovalDecision): Promise<void>;
}

/** Milliseconds until the next attempt for an unreachable task. */
const retryMs = 3_000;
const ended = new Set(['completed', 'failed', 'cancelled']);
const lastEvent = /^persona:(?:completed|failed|cancelled)$/;

export function openTask(client: TaskClient): OpenTask {
  const reading = signal<Reading>('opening');
  const state = signal<TaskState | null>(null);
  const isInterrupted = signal(false);
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    isQueued = false;
    clearTimeout(retry);
    try {
      const [task, deliverables] = await Promise.all([client.readTask(), client.listDeliverables()]);
      const isFirst = state.value === null;
      state.value = { task, deliverables };
      reading.value = 'read';
      if (isFirst) start(task);
    } catch (error) {
      reading.value = error instanceof ApiError && error.isUnknown ? 'unknown' : 'unreachable';
      // The page says that it tries again.
      if (reading.value === 'unreachable') retry = setTimeout(() => void refresh(), retryMs);
    }
  }

  function refresh(): Promise<void> {
    if (!isQueued) {
      isQueued = true;
      running = running.then(read);
    }
    return running;
  }

  function start({ status }: LinkedPersonaInstance): void {
    // The addresses of files are valid for a day; a page that was open for longer fetches new ones.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void refresh();
    });
    if (!ended.has(status)) follow();
  }

  function follow(): void {
    const following = followEvents({
      open: (lastEventId, opening) => client.openEvents(lastEventId, opening),
      judge: (error) => (error instanceof ApiError && error.isUnknown ? 'over' : null),
      onState: (connection) => {
        isInterrupted.value = connection === 'reconnecting';
      },
      onEnd: () => void refresh(),
      onEvent: ({ event }) => {
        if (lastEvent.test(event)) following.stop();
        void refresh();
      },
    });
  }

  void refresh();
  return { reading, state, isInterrupted, refresh, decide: (id, decision) => client.decide(id, decision) };
}
