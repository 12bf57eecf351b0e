import type { ChildProcess } from 'node:child_process';
import type { Chunk } from '../chunk/chunk-text.ts';
import { holdProcess, rejectOnAbort, startWorkerProcess } from '../worker-process.ts';
import type { SandboxLimits } from './sandbox.ts';
import type { SandboxAnswer, SandboxMessage, SandboxReply, SandboxTask } from './task.ts';

const program = new URL('sandbox-main.ts', import.meta.url);

/** Heap of a process; QuickJS's memory is outside of it, and has its own limit. */
const heapMebibytes = 256;

/**
 * Milliseconds after a task's own timeout until its process is killed: it should have stopped by itself. On an
 * overloaded machine a process may wait a second for its turn, and an honest task must not fail because of that.
 */
const graceMs = 2_000;

/** UTF-16 units of a text that are sent together. */
const lengthOfPiece = 256 * 1024;

/** A child process that runs one task at a time, without environment variables, write access to files, or children. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  alive = true;

  constructor() {
    this.#child = startWorkerProcess(program, { heapMebibytes, flags: ['--allow-worker'], serialization: 'json' });
    this.#child.once('exit', () => (this.alive = false));
    this.#child.on('error', () => this.kill());
    this.#ready = new Promise((resolve) => {
      this.#child.once('message', () => resolve());
      this.#child.once('exit', () => resolve());
    });
    holdProcess(this.#child, false);
  }

  async run(task: SandboxTask, { timeoutMs, signal }: SandboxLimits): Promise<SandboxAnswer> {
    signal?.throwIfAborted();
    holdProcess(this.#child, true);
    const isOver = new AbortController();
    try {
      await (signal ? Promise.race([this.#ready, rejectOnAbort(signal, isOver.signal)]) : this.#ready);
      return await this.#ask(task, timeoutMs + graceMs, signal);
    } finally {
      isOver.abort();
      holdProcess(this.#child, false);
    }
  }

  kill(): void {
    this.alive = false;
    this.#child.kill('SIGKILL');
  }

  #ask(task: SandboxTask, killAfterMs: number, signal: AbortSignal | undefined): Promise<SandboxAnswer> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const parts: Chunk[] = [];
      const onMessage = (reply: SandboxReply) => {
        if (reply.kind === 'part') for (const chunk of reply.chunks) parts.push(chunk);
        else settle(reply.kind === 'chunks' ? { ...reply, chunks: parts.concat(reply.chunks) } : reply);
      };
      const settle = (answer: SandboxAnswer) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        resolve(answer);
      };
      const onExit = () => settle({ kind: 'crashed' });
      const onAbort = () => {
        this.kill();
        reject(signal?.reason instanceof Error ? signal.reason : new Error('The task was aborted.'));
        settle({ kind: 'timeout' });
      };
      const timer = setTimeout(() => {
        this.kill();
        settle({ kind: 'timeout' });
      }, killAfterMs);
      child.on('message', onMessage);
      child.on('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      if (!this.alive || !child.connected) settle({ kind: 'crashed' });
      else this.#send(task).catch(() => settle({ kind: 'crashed' }));
    });
  }

  async #send(task: SandboxTask): Promise<void> {
    if (!('text' in task)) return this.#write(task);
    for (let at = 0; at < task.text.length; at += lengthOfPiece) {
      await this.#write({ kind: 'text', text: task.text.slice(at, at + lengthOfPiece) });
    }
    return this.#write({ ...task, text: '' });
  }

  #write(message: SandboxMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.send(message, (error) => (error ? reject(error) : resolve()));
    });
  }
}
