export interface FieldFault {
  /** The invalid part, like `body.comment`. */
  readonly path: string;
  readonly code?: string;
}

/** A request that the server refused. */
export class ApiError extends Error {
  override name = 'ApiError';

  readonly status: number;
  /** The parts of the request that were refused. */
  readonly fields: readonly FieldFault[];

  constructor(status: number, message: string, fields: readonly FieldFault[] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }

  /** The link doesn't open the task: it is incomplete, revoked or expired. Retrying won't help. */
  get isUnknown(): boolean {
    return this.status === 404;
  }
}
