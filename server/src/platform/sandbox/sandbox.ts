import { availableParallelism } from 'node:os';
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
  /** The workspace that it last worked for, or is kept ready for. */
  readonly workspaceId: string;
  readonly end: NodeJS.Timeout;
}

/** Milliseconds after which a process without a task ends: it uses about 80 MB of memory, and starts again quickly. */
const idleMs = 30_000;

/**
 * Creates a pool of at most `size` processes, which are started when they are needed, and ended after they have been
 * idle for `idleAfterMs`. Processes, not worker threads: one `$pad("x", 500000000)` in a thread with resource limits
 * ended the whole server with a fatal error of V8. Workspaces take turns, and none may use every process. A workspace
 * gets the process that it used before. If it takes the last idle process of another workspace, a new one is started
 * for the other in advance, so that the other isn't slowed down.
 */
export function createSandbox(size: number, idleAfterMs = idleMs): Sandbox {
  let isClosed = false;
  const idle: IdleProcess[] = [];
  const all = new Set<SandboxProcess>();
  // Tasks here only compute: one workspace may occupy all cores but one.
  const share = Math.min(shareOf(size), Math.max(1, availableParallelism() - 1));
  const enter = createFairQueue({ slots: size, share });

  function start(): SandboxProcess {
    const process = new SandboxProcess();
    all.add(process);
    return process;
  }

  function rest(process: SandboxProcess, workspaceId: string): void {
    const end = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.process === process),
        1,
      );
      all.delete(process);
      process.kill();
    }, idleAfterMs);
    end.unref();
    idle.push({ process, workspaceId, end });
  }

  /** The workspace's own idle process, or the one that was used last. */
  function pick(workspaceId: string): IdleProcess | undefined {
    const own = idle.findLastIndex((one) => one.workspaceId === workspaceId);
    const [picked] = idle.splice(own, 1);
    clearTimeout(picked?.end);
    return picked;
  }

  /** An idle process may have died: because of its last task, or because the machine ran out of memory. */
  function take(workspaceId: string): { process: SandboxProcess; isNew: boolean } {
    for (let picked = pick(workspaceId); picked; picked = pick(workspaceId)) {
      if (picked.process.alive) {
        const isTaken = picked.workspaceId !== workspaceId && idle.length === 0;
        if (isTaken && all.size < size) rest(start(), picked.workspaceId);
        return { process: picked.process, isNew: false };
      }
      all.delete(picked.process);
    }
    return { process: start(), isNew: true };
  }

  async function runIn(process: SandboxProcess, task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer> {
    try {
      return await process.run(task, limits);
    } finally {
      if (process.alive) rest(process, limits.workspaceId);
      else all.delete(process);
    }
  }

  async function serve(task: SandboxTask, limits: SandboxLimits): Promise<SandboxAnswer> {
    // Nothing would end a process that is started now.
    if (isClosed) return { kind: 'crashed' };
    const { process, isNew } = take(limits.workspaceId);
    const answer = await runIn(process, task, limits);
    // It may have been dying because of the task before, so this one gets a second chance in a new process.
    const isInnocent = answer.kind === 'crashed' && !isNew && !isClosed;
    return isInnocent ? runIn(start(), task, limits) : answer;
  }

  return {
    run: async (task, limits) => enter(limits.workspaceId, async () => serve(task, limits), limits.signal),
    close: () => {
      isClosed = true;
      for (const { end } of idle) clearTimeout(end);
      for (const process of all) process.kill();
      all.clear();
      idle.length = 0;
    },
  };
}
