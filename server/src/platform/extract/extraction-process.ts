import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { rejectOnAbort, startWorkerProcess } from '../worker-process.ts';
import { ExtractionError } from './extraction-error.ts';
import { extractionLimits } from './extraction-limits.ts';
import type { ExtractionAnswer, ExtractionRequest } from './extraction.child.ts';
import type { ReadDocument } from './read-document.ts';

const program = new URL('./extraction.child.ts', import.meta.url);
const pageSize = 4096;
const watchInterval = 200;

/**
 * Reads one document in a process that ends with it: no state passes from one document to another, and a reader that
 * hangs or grows without bound is killed. Worker threads were not a substitute: their limits exclude memory outside of
 * the heap, and a decompression bomb grew the whole server to 1.2 GB.
 */
export async function readInProcess(request: ExtractionRequest, signal?: AbortSignal): Promise<ReadDocument> {
  signal?.throwIfAborted();
  const { heapMebibytes } = extractionLimits;
  const child = startWorkerProcess(program, { heapMebibytes, cachesCode: true });
  const stop = new AbortController();
  try {
    const answer = await Promise.race([
      waitForAnswer(child, request),
      watch(child, stop.signal),
      ...(signal === undefined ? [] : [rejectOnAbort(signal, stop.signal)]),
    ]);
    if ('error' in answer) throw new ExtractionError(answer.error.code, answer.error.message);
    return answer.document;
  } finally {
    stop.abort();
    child.kill('SIGKILL');
  }
}

function waitForAnswer(child: ChildProcess, request: ExtractionRequest): Promise<ExtractionAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer: ExtractionAnswer) => resolve(answer));
    child.once('error', reject);
    // V8 aborts a process whose heap is full, and the system kills one without memory; a parser's exception is an
    // ordinary exit.
    child.once('exit', (_code, by) => reject(new ExtractionError(by === null ? 'corrupt' : 'memory_limit')));
    child.send(request, (error) => {
      if (error) reject(error);
    });
  });
}

/** Rejects once the child has run too long or, if the system reports it, uses too much memory. */
async function watch(child: ChildProcess, signal: AbortSignal): Promise<never> {
  const end = performance.now() + extractionLimits.milliseconds;
  while (performance.now() < end) {
    await delay(watchInterval, undefined, { signal });
    if ((await measureResident(child.pid)) > extractionLimits.residentBytes) throw new ExtractionError('memory_limit');
  }
  throw new ExtractionError('timeout');
}

/** Resident bytes of a process from Linux's /proc, 0 on other systems, where the heap limit has to suffice. */
async function measureResident(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid ?? 0}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageSize;
}
