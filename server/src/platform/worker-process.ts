import { type ChildProcess, fork, type SerializationType } from 'node:child_process';

/**
 * Starts a program that works on untrusted input: without the server's environment, which contains keys, and without
 * output. `flags` are added to Node's.
 */
export function startWorkerProcess(
  program: URL,
  options: { heapMebibytes: number; flags?: readonly string[]; serialization?: SerializationType },
): ChildProcess {
  const { heapMebibytes, flags = [], serialization = 'advanced' } = options;
  return fork(program, {
    env: {},
    execArgv: ['--no-warnings', `--max-old-space-size=${heapMebibytes}`, ...flags],
    serialization,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** A process without work does not keep a server, a test or a command from ending, which ends it. */
export function holdProcess(child: ChildProcess, isBusy: boolean): void {
  for (const held of [child, child.channel]) {
    if (isBusy) held?.ref();
    else held?.unref();
  }
}

/** Rejects with the signal's reason once it fires, unless `isOver` has. */
export async function rejectOnAbort(signal: AbortSignal, isOver: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    signal.addEventListener('abort', abort, { once: true, signal: isOver });
  });
}
