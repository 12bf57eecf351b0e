import { errorStatus, type ErrorCode, type ErrorReason, type FieldCode, type FieldError } from '@portico/shared-types';

/** The server can't start: the message is the one line that the operator sees. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Details of an error. If no field is invalid, a front end uses `reason` to choose the visitor's message. */
export interface ErrorDetails {
  readonly reason?: ErrorReason;
  /** The invalid fields of a 400. */
  readonly fields?: readonly FieldError[];
  readonly [name: string]: unknown;
}

/**
 * An error response: code, status, a message that is safe to show, and details
 * (docs/reference/errors.md#error-envelope).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Seconds for Retry-After; set if trying again later helps. */
  readonly retryAfter: number | undefined;
  /** Scripts of any origin may read it: it would be the same for every origin (CORS). */
  readonly isReadable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options: { retryAfter?: number; isReadable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.details = details;
    this.retryAfter = options.retryAfter;
    this.isReadable = options.isReadable ?? false;
  }
}

/**
 * 404 for an unknown id, and for an id of another workspace: the two responses are identical. `resource` reads like
 * `knowledge base`.
 */
export function notFound(resource: string, id: string, options: { isReadable?: boolean } = {}): ApiError {
  const name = `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;
  return new ApiError('resource_not_found', `${name} not found.`, { resource, id }, options);
}

/** For `catch`: undefined for a 404, and any other error, such as that of a lost connection, again. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** An invalid field as a check reports it; without a code it is `invalid`. */
export interface FieldFault extends Omit<FieldError, 'code'> {
  readonly code?: FieldCode;
}

/** Maximum number of fields that an error names: a body can hold a hundred thousand invalid ones. */
export const maxFaults = 200;

/** 400 that names every invalid field, up to 200 of them. */
export function invalid(fields: FieldFault | FieldFault[], extra: Record<string, unknown> = {}): ApiError {
  const faults = (Array.isArray(fields) ? fields.slice(0, maxFaults) : [fields]).map(withCode);
  const [first] = faults;
  const message = first ? `${first.path}: ${first.message}` : 'The request is not valid.';
  return new ApiError('validation_error', message, { fields: faults, ...extra });
}

/** 400 for the deletion of what others use, such as `chat interface "Support" (chi_…)`. */
export function inUse(users: readonly string[]): ApiError {
  return invalid({ path: 'params.id', message: `is used by ${users.join(', ')}`, code: 'in_use' }, { users });
}

/** 503 because one of our own stores is unavailable: the input is valid, and waiting helps. */
export class StoreUnavailable extends ApiError {
  constructor(message: string, cause: unknown) {
    super('service_unavailable', message, { reason: 'storage_unavailable' }, { retryAfter: 5, cause });
  }
}

/** 404 because the storage has no bytes for a row: they were removed there, or there is another storage now. */
export class FileLost extends ApiError {
  constructor(cause: unknown) {
    super('resource_not_found', 'The content of this file is missing on the server.', { resource: 'file' }, { cause });
  }
}

/** Error codes of the system for a full disk and an exhausted quota, and of Postgres for either. */
const full = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True if an error means that there is no space left to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && full.has(error.code);
}

/** 503 for a full disk: the sender did nothing wrong, and nothing of the request was stored. */
export function storageFull(cause?: unknown): ApiError {
  return new ApiError(
    'service_unavailable',
    'The server has no space left for files. Try again later, or ask its operator to free some.',
    { reason: 'storage_full' },
    { retryAfter: 60, cause },
  );
}

/** What concerns a whole file system or folder: read-only, not mounted, out of reach, or not ours. */
const folderFaults = new Set(
  'EROFS ENOENT ENOTDIR EEXIST EACCES EPERM EIO ENODEV ENXIO ENOTCONN ESTALE ETIMEDOUT EMFILE ENFILE'.split(' '),
);

/**
 * 503 for a file operation that fails because its folder can't be read or written at the moment. A full disk and any
 * other error, such as that of a single file, are returned unchanged.
 */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  if (!folderFaults.has(String(error.code))) return error;
  return new StoreUnavailable('The file storage is temporarily unavailable.', error);
}

/** 503 with Retry-After, for a service that is temporarily unavailable. */
export function unavailable(message: string, retryAfter = 5, cause?: unknown, details: ErrorDetails = {}): ApiError {
  return new ApiError('service_unavailable', message, details, { retryAfter, cause, isReadable: true });
}

function withCode({ path, message, code = 'invalid' }: FieldFault): FieldError {
  return { path, message, code };
}
