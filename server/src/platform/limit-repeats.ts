import type { LogFn, Logger } from 'pino';

/** Lines of one kind that are logged in a minute; the others are only counted. */
const maxLines = 20;
const windowMs = 60_000;
/** Kinds of lines that are remembered: texts of errors may contain ids. */
const maxKinds = 1_000;
const warning = 40;

type LogArguments = Parameters<LogFn>;
type LogMethod = (this: Logger, parameters: LogArguments, write: LogFn, level: number) => void;

interface Window {
  readonly endsAt: number;
  lines: number;
  repeated: number;
}

/**
 * Creates a hook of pino that logs a warning or an error at most 20 times a minute, and then how often it was repeated:
 * while a store is unavailable, every request and worker fails with the same error. Lines are the same if their messages
 * and the messages of their errors are.
 */
export function limitRepeats(): LogMethod {
  const windows = new Map<string, Window>();
  return function logMethod(parameters, write, level) {
    const reason = level < warning ? undefined : reasonOf(parameters);
    if (reason === undefined) {
      write.apply(this, parameters);
      return;
    }
    const message = String(parameters[1]);
    const kind = `${message} ${reason}`;
    const now = performance.now();
    let window = windows.get(kind);
    if (window === undefined || window.endsAt <= now) {
      if (windows.size >= maxKinds) forgetEnded(windows, now);
      window = { endsAt: now + windowMs, lines: 0, repeated: 0 };
      if (windows.size < maxKinds) windows.set(kind, window);
    }
    window.lines += 1;
    if (window.lines <= maxLines) {
      write.apply(this, parameters);
      return;
    }
    window.repeated += 1;
    if (window.repeated > 1) return;
    const counted = window;
    setTimeout(() => {
      const summary = { repeated: counted.repeated, reason };
      Reflect.apply(write, this, [summary, message]);
    }, window.endsAt - now).unref();
  };
}

/** The message of a line's error; undefined for a line without an error, which is never limited. */
function reasonOf([fields]: readonly unknown[]): string | undefined {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return undefined;
  return fields.err instanceof Error ? fields.err.message : String(fields.err);
}

function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [kind, { endsAt }] of windows) {
    if (endsAt <= now) windows.delete(kind);
  }
}
