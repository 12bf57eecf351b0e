import { createFairQueue, shareOf } from '../fair-queue.ts';
import { SandboxProcess } from './sandbox-process.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';

/** Runs what can't be trusted in processes that can be killed. */
export interface Sandbox {
  /** Runs a task; after `timeoutMs` and a little, or once the signal fires, its process is killed and replaced. */
  run(task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer>;
  /** Starts a process ahead of the first task. */
  warm(): void;
  close(): void;
}

export interface SandboxLimits {
  /** Whose work it is: workspaces take turns. */
  workspaceId: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Makes a pool of at most `size` processes, started as they are needed. Processes, not worker threads: one
 * `$pad("x", 500000000)` in a thread with resource limits ended the whole server with a fatal error of V8. Workspaces take
 * turns, and none holds every process.
 */
export function createSandbox(size: number): Sandbox {
  const idle: SandboxProcess[] = [];
  const all = new Set<SandboxProcess>();
  const enter = createFairQueue({ slots: size, share: shareOf(size) });

  function start(): SandboxProcess {
    const process = new SandboxProcess();
    all.add(process);
    return process;
  }

  /** An idle process may have died meanwhile: of what its last task left behind, or of a machine without memory. */
  function take(): SandboxProcess {
    for (let process = idle.pop(); process; process = idle.pop()) {
      if (process.alive) return process;
      all.delete(process);
    }
    return start();
  }

  async function serve(task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer> {
    const process = take();
    try {
      return await process.run(task, limits);
    } finally {
      if (process.alive) idle.push(process);
      else all.delete(process);
    }
  }

  return {
    run: async (task, limits) => enter(limits.workspaceId, async () => serve(task, limits), limits.signal),
    warm: () => {
      if (all.size === 0) idle.push(start());
    },
    close: () => {
      for (const process of all) process.kill();
      all.clear();
      idle.length = 0;
    },
  };
}
