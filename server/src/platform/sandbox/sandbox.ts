import { createFairQueue, shareOf } from '../fair-queue.ts';
import { SandboxProcess } from './sandbox-process.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';

/** Runs untrusted work in processes that can be killed. */
export interface Sandbox {
  /** Runs a task; shortly after `timeoutMs`, or once the signal fires, its process is killed and replaced. */
  run(task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer>;
  close(): void;
}

export interface SandboxLimits {
  /** The workspace of the task: workspaces take turns. */
  workspaceId: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** A process that waits for its next task. */
interface IdleProcess {
  readonly process: SandboxProcess;
  readonly end: NodeJS.Timeout;
}

/** Milliseconds after which a process without a task ends: it holds some 80 MB, and takes a moment to start again. */
const idleMs = 30_000;

/**
 * Makes a pool of at most `size` processes, started as they are needed, and ended when they have had nothing to do for
 * `idleAfterMs`. Processes, not worker threads: one
 * `$pad("x", 500000000)` in a thread with resource limits ended the whole server with a fatal error of V8. Workspaces take
 * turns, and none holds every process.
 */
export function createSandbox(size: number, idleAfterMs = idleMs): Sandbox {
  const idle: IdleProcess[] = [];
  const all = new Set<SandboxProcess>();
  const enter = createFairQueue({ slots: size, share: shareOf(size) });

  function start(): SandboxProcess {
    const process = new SandboxProcess();
    all.add(process);
    return process;
  }

  function rest(process: SandboxProcess): void {
    const end = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.process === process),
        1,
      );
      all.delete(process);
      process.kill();
    }, idleAfterMs);
    end.unref();
    idle.push({ process, end });
  }

  /** An idle process may have died: because of its last task, or because the machine ran out of memory. */
  function take(): SandboxProcess {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.end);
      if (last.process.alive) return last.process;
      all.delete(last.process);
    }
    return start();
  }

  async function serve(task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer> {
    const process = take();
    try {
      return await process.run(task, limits);
    } finally {
      if (process.alive) rest(process);
      else all.delete(process);
    }
  }

  return {
    run: async (task, limits) => enter(limits.workspaceId, async () => serve(task, limits), limits.signal),
    close: () => {
      for (const { end } of idle) clearTimeout(end);
      for (const process of all) process.kill();
      all.clear();
      idle.length = 0;
    },
  };
}
