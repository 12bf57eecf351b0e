import { isPage } from '@portico/browser-kit/is-page';
import { createSendOnce } from '@portico/browser-kit/send-once';
import type {
  FormSubmission,
  FormSubmissionRequest,
  PublicForm,
  SubmissionQuery,
  SubmissionQueryAnswer,
} from '@portico/shared-types/api/public-forms';
import { ApiError, networkError, readApiError } from './api-error.ts';

/** The public endpoints of one form (docs/reference/public-forms.md#endpoints). Every method throws an ApiError. */
export interface FormClient {
  /** Sent with every request, uploads included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly uploadUrl: string;
  readonly resumableUrl: string;
  readForm(signal?: AbortSignal): Promise<PublicForm>;
  /** If nobody knows whether a request arrived, repeating it returns its submission. */
  submit(request: Partial<FormSubmissionRequest>): Promise<FormSubmission>;
  readSubmission(id: string, signal?: AbortSignal): Promise<FormSubmission>;
  askSubmission(id: string, question: SubmissionQuery, signal?: AbortSignal): Promise<SubmissionQueryAnswer>;
  openEvents(id: string, lastEventId: string | null, signal: AbortSignal): Promise<Response>;
}

/** Calls the page's own server; `slug` is used as in the address, `preview` is the token of a draft. */
export function createFormClient(slug: string, preview: string | null = null): FormClient {
  const base = `/api/public/form-interfaces/${encodeURIComponent(slug)}`;
  const submission = (id: string) => `${base}/submissions/${encodeURIComponent(id)}`;

  async function send(url: string, init: RequestInit): Promise<Response> {
    let answer: Response;
    try {
      const headers = new Headers(init.headers);
      if (preview !== null) headers.set('x-portico-preview', preview);
      answer = await fetch(url, { ...init, headers, credentials: 'omit' });
    } catch (error) {
      rethrowAbort(error);
      throw networkError();
    }
    if (isPage(answer)) throw networkError();
    if (answer.ok) return answer;
    throw readApiError(answer.status, await answer.text().catch(() => ''), answer.headers.get('retry-after'));
  }

  /** The server parses requests; a page and its server are built from the same types. */
  async function readData<Data>(url: string, init: RequestInit): Promise<Data> {
    const answer = await send(url, init);
    try {
      const { data } = (await answer.json()) as { data: Data };
      return data;
    } catch (error) {
      rethrowAbort(error);
      throw networkError();
    }
  }

  /**
   * A sandboxed frame has no origin, so it is not one of the form's `allowed_origins`, and may not read why: the form is
   * missing if no response can be read although the server responds.
   */
  async function readForm(signal: AbortSignal | null = null, hasResponded = false): Promise<PublicForm> {
    try {
      return await readData<PublicForm>(base, { signal });
    } catch (error) {
      if (self.origin !== 'null' || !(error instanceof ApiError) || error.status !== 0) throw error;
      if (hasResponded) throw new ApiError('resource_not_found', 404, '', [], null);
      if (!(await isResponding())) throw error;
      return readForm(signal, true);
    }
  }

  const sendOnce = createSendOnce((error) => (error instanceof ApiError ? error.status : 0));

  return {
    headers: preview === null ? {} : { 'x-portico-preview': preview },
    uploadUrl: `${base}/upload`,
    resumableUrl: `${base}/uploads`,
    readForm: (signal) => readForm(signal),
    submit: (request) =>
      sendOnce(JSON.stringify(request), (key) =>
        readData<FormSubmission>(`${base}/submissions`, asJson(request, { 'idempotency-key': key })),
      ),
    readSubmission: (id, signal) => readData<FormSubmission>(submission(id), { signal: signal ?? null }),
    askSubmission: (id, question, signal) =>
      readData<SubmissionQueryAnswer>(`${submission(id)}/query`, { ...asJson(question), signal: signal ?? null }),
    openEvents: (id, lastEventId, signal) => {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
      };
      return send(`${submission(id)}/events`, { headers, signal });
    },
  };
}

function asJson(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Whether the server responds with something that pages of every origin may read, which a proxy's error is not. */
function isResponding(): Promise<boolean> {
  return fetch('/openapi.json', { method: 'HEAD', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function rethrowAbort(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
}
