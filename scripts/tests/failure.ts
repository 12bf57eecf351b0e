/** A failed test (`file › titles`, or where else the error came from), with its error in one line. */
export interface Failure {
  readonly test: string;
  readonly error: string;
}
