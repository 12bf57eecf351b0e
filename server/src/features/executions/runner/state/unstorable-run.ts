/** The database refuses the record of a node: `cause` says why. */
export class UnstorableRun extends Error {
  /** A data exception of Postgres, by which `isUnstorable` recognizes it. */
  readonly code = '22000';
  /** The path of the node; null if the execution's own result is refused. */
  readonly path: string | null;

  constructor(path: string | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.path = path;
  }
}
