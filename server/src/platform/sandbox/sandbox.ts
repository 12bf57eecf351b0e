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

interface Waiting {
  task: SandboxTask;
  limits: SandboxLimits;
  resolve: (answer: SandboxAnswer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Makes a pool of at most `size` processes, started as they are needed. Processes, not worker threads: one
 * `$pad("x", 500000000)` in a thread with resource limits ended the whole server with a fatal error of V8.
 */
export function createSandbox(size: number): Sandbox {
  const idle: SandboxProcess[] = [];
  const all = new Set<SandboxProcess>();
  const queue: Waiting[] = [];

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

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || all.size < size)) {
      const waiting = queue.shift();
      if (waiting) void serve(take(), waiting);
    }
  }

  async function serve(process: SandboxProcess, { task, limits, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await process.run(task, limits));
    } catch (error) {
      reject(error);
    } finally {
      if (process.alive) idle.push(process);
      else all.delete(process);
      next();
    }
  }

  return {
    run: (task, limits) =>
      new Promise((resolve, reject) => {
        queue.push({ task, limits, resolve, reject });
        next();
      }),
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
