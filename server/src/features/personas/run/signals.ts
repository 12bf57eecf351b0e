/** The task waits for a person; its state already shows that. */
export class Suspended extends Error {
  override readonly name = 'Suspended';
}

/** The task reached a cap and waits for a resume. */
export class BudgetReached extends Error {
  override readonly name = 'BudgetReached';
  readonly reason: 'cost' | 'duration';

  constructor(reason: 'cost' | 'duration') {
    super(`the cap on ${reason} is reached`);
    this.reason = reason;
  }
}

/** The server of a tool can't be reached now; the task is tried again later. */
export class ToolUnreachable extends Error {
  override readonly name = 'ToolUnreachable';

  constructor(toolName: string) {
    super(`the server of the tool ${toolName} can't be reached`);
  }
}

/** The task can't be done; the message may be shown. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
