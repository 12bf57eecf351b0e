/** What is done and reported although the screen that started an action has been left. Callbacks of `mutate` are not. */
export interface Outcome<Result = unknown, Sent = unknown> {
  readonly onDone: (result: Result, sent: Sent) => void;
  readonly onFailed: (error: unknown, sent: Sent) => void;
}
