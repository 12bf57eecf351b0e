import { isPage } from '@portico/browser-kit/is-page';
import type { Deliverable, LinkedPersonaInstance, PersonaApprovalDecision } from '@portico/shared-types/api/personas';
import { ApiError, type FieldFault } from './api-error.ts';

/** The public API of one task, opened by the token of its link. Every call rejects with an ApiError if it is refused. */
export interface TaskClient {
  readTask(): Promise<LinkedPersonaInstance>;
  /** The newest version of each file. */
  listDeliverables(): Promise<Deliverable[]>;
  decide(approvalId: string, decision: PersonaApprovalDecision): Promise<void>;
  /** Opens the stream of events after the given one. EventSource can't carry the token. */
  openEvents(lastEventId: string | null, signal: AbortSignal): Promise<Response>;
}

export function createTaskClient(taskId: string, token: string): TaskClient {
  const base = `/api/public/persona-instances/${encodeURIComponent(taskId)}`;

  type Options = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

  async function send(path: string, { headers, ...options }: Options = {}): Promise<Response> {
    const response = await fetch(base + path, {
      ...options,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    if (isPage(response)) throw new TypeError('no response of the server');
    if (!response.ok) throw await readError(response);
    return response;
  }

  async function read<Data>(path: string, options?: Options): Promise<Data> {
    const response = await send(path, options);
    return ((await response.json()) as { data: Data }).data;
  }

  return {
    readTask: () => read<LinkedPersonaInstance>(''),
    listDeliverables: () => read<Deliverable[]>('/deliverables?per_page=100'),
    async decide(approvalId, decision) {
      await read(`/approvals/${encodeURIComponent(approvalId)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(decision),
      });
    },
    openEvents: (lastEventId, signal) =>
      send('/events', {
        signal,
        headers: { Accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }) },
      }),
  };
}

/** The server's error; a response from something else on the way has none. */
async function readError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { message: string; details?: { fields?: FieldFault[] } } };
    return new ApiError(response.status, error.message, error.details?.fields);
  } catch {
    return new ApiError(response.status, response.statusText);
  }
}
