/** What is wrong with one part of a request; `path` is below the body, like `branding.logo_url`. */
export interface FieldFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorParts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly FieldFault[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failed call. `status` is 0 if the server couldn't be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldFault[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: ErrorParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.fields = parts.fields ?? [];
    this.details = parts.details ?? {};
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }

  /** The server is unreachable, starting, or failed by itself: the same call may work later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Reads the error envelope of a response; any other body (a proxy's page) becomes an error with only its status. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = objectOf(objectOf(body)['error']);
  const details = objectOf(error['details']);
  const requestId = objectOf(objectOf(body)['meta'])['request_id'] ?? response.headers.get('x-request-id');
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: textOf(error['code']) ?? 'unknown',
    message: textOf(error['message']) ?? `HTTP ${response.status}`,
    fields: Array.isArray(details['fields']) ? details['fields'].map(readFault) : [],
    details,
    requestId: textOf(requestId),
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

function readFault(value: unknown): FieldFault {
  const fault = objectOf(value);
  return {
    path: toFieldPath(textOf(fault['path']) ?? ''),
    code: textOf(fault['code']) ?? 'invalid',
    message: textOf(fault['message']) ?? '',
  };
}

/** Paths are relative to the request; forms use the part below its body: `body.tools[0].url` becomes `tools.0.url`. */
export function toFieldPath(path: string): string {
  return path.replace(/^body\.?/, '').replaceAll(/\[(\d+)\]/g, '.$1');
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
