import { type ChildProcess, fork, type SerializationType } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { prepareCacheOfWorkers } from './compile-cache.ts';

interface WorkerOptions {
  readonly heapMebibytes: number;
  readonly serialization?: SerializationType;
  /** Further options of Node. */
  readonly flags?: readonly string[];
  /**
   * Whether the program keeps its compiled code in a folder, by `flushCompileCache()`: a short document is read in half
   * of the time. Not for one that runs code of strangers, because later processes execute what is in the folder.
   */
  readonly cachesCode?: boolean;
}

/**
 * Starts a program that works on untrusted input: without the server's environment, which contains keys, without output,
 * without other processes, and without write access to files, except for its compiled code.
 */
export function startWorkerProcess(program: URL, options: WorkerOptions): ChildProcess {
  const { heapMebibytes, serialization = 'advanced', flags = [], cachesCode = false } = options;
  const cache = cachesCode ? prepareCacheOfWorkers() : undefined;
  const access = ['--permission', '--allow-fs-read=*', ...(cache === undefined ? [] : [`--allow-fs-write=${cache}`])];
  const child = fork(program, {
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    execArgv: ['--no-warnings', `--max-old-space-size=${heapMebibytes}`, ...access, ...flags],
    serialization,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) killFirst(child.pid);
  return child;
}

/** Has Linux end this process, and not the server, if a machine or container runs out of memory. */
function killFirst(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has already ended, or /proc is not there: then the kernel ends the largest one, as it would anyway.
  }
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
