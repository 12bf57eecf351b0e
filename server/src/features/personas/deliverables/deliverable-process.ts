import type { ChildProcess } from 'node:child_process';
import { createFairQueue, shareOf } from '../../../platform/fair-queue.ts';
import { holdProcess, rejectOnAbort, startWorkerProcess } from '../../../platform/worker-process.ts';
import type { ReadImage } from '../pdf/read-image.ts';
import { DeliverableError } from './deliverable-error.ts';
import type { DeliverableReply, DeliverableWork, ImageAnswer } from './deliverable.child.ts';

/** Milliseconds of one piece of work, without the time in which it waits for images. */
const maxMs = 60_000;
const heapMebibytes = 512;
/** Bytes of all images of one document; further images are left out. */
const maxImageBytes = 64 * 1024 * 1024;

/** Milliseconds after which a process without work ends: starting one and loading the PDF library takes a second. */
const idleMs = 30_000;

const slots = 2;
const enter = createFairQueue({ slots, share: shareOf(slots) });

/** Processes that wait for their next work. */
const idle: { readonly child: ChildProcess; readonly end: NodeJS.Timeout }[] = [];

export interface DeliverableContext {
  /** Workspaces take turns. */
  readonly workspaceId: string;
  readonly readImage: ReadImage;
  /** Ends the work; its reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * Parses a model's text in a process that is killed if it takes too long: Markdown of 200,000 characters can take the
 * parser 40 s in one step, and a fault in the layout could take for ever. Throws a DeliverableError if the text is
 * unsuitable, or needs too much time or memory.
 */
export async function runInProcess(
  work: DeliverableWork,
  context: DeliverableContext,
  limitMs = maxMs,
): Promise<Buffer> {
  const { workspaceId, signal } = context;
  return enter(workspaceId, async () => runNow(work, context, limitMs), signal);
}

async function runNow(
  work: DeliverableWork,
  { readImage, signal }: DeliverableContext,
  limitMs: number,
): Promise<Buffer> {
  signal.throwIfAborted();
  const child = takeProcess();
  const isOver = new AbortController();
  const end = waitForEnd(child);
  const aborted = rejectOnAbort(signal, isOver.signal);
  let timer: NodeJS.Timeout | undefined;
  let isReusable = false;
  try {
    let message: DeliverableWork | ImageAnswer = work;
    let msLeft = limitMs;
    let imageBytesLeft = maxImageBytes;
    for (;;) {
      const startedAt = performance.now();
      const timeout = new Promise<'timeout'>((resolve) => {
        timer = setTimeout(resolve, msLeft, 'timeout');
      });
      const reply: DeliverableReply | 'timeout' | 'killed' = await Promise.race([
        ask(child, message),
        end,
        aborted,
        timeout,
      ]);
      clearTimeout(timer);
      msLeft -= performance.now() - startedAt;
      if (reply === 'timeout' || reply === 'killed') throw explainEnd(work, reply, limitMs);
      // An exhausted stack may have left a shared font half read.
      isReusable = reply.kind === 'done';
      if (reply.kind === 'done') return reply.bytes;
      if (reply.kind === 'refused') throw new DeliverableError(reply.message);
      if (reply.kind === 'failed') throw new Error(reply.message);
      const bytes: Buffer | undefined = imageBytesLeft > 0 ? await readImage(reply.address) : undefined;
      imageBytesLeft -= bytes?.length ?? 0;
      message = { bytes };
    }
  } finally {
    clearTimeout(timer);
    isOver.abort();
    if (isReusable) rest(child);
    else child.kill('SIGKILL');
  }
}

function takeProcess(): ChildProcess {
  for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
    clearTimeout(one.end);
    if (!one.child.connected) continue;
    holdProcess(one.child, true);
    return one.child;
  }
  return startWorkerProcess(new URL('deliverable.child.ts', import.meta.url), { heapMebibytes, cachesCode: true });
}

/** Keeps a process for the next work. */
function rest(child: ChildProcess): void {
  child.removeAllListeners();
  child.on('error', () => undefined);
  const end = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.child === child),
      1,
    );
    child.kill('SIGKILL');
  }, idleMs);
  end.unref();
  holdProcess(child, false);
  idle.push({ child, end });
}

async function ask(child: ChildProcess, message: DeliverableWork | ImageAnswer): Promise<DeliverableReply> {
  return new Promise((resolve, reject) => {
    child.once('message', (reply: DeliverableReply) => resolve(reply));
    child.send(message, (error) => {
      if (error) reject(error);
    });
  });
}

/** Resolves if the process is killed, because of its memory. Rejects for any other end. */
async function waitForEnd(child: ChildProcess): Promise<'killed'> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => {
      if (by === null) reject(new Error(`the process of a deliverable ended with code ${code}`));
      else resolve('killed');
    });
  });
}

function explainEnd({ kind }: DeliverableWork, end: 'timeout' | 'killed', limitMs: number): DeliverableError {
  const file = kind === 'pdf' ? 'PDF' : 'CSV file';
  const reason = end === 'timeout' ? `in ${Math.ceil(limitMs / 1000)} seconds` : 'with the memory available';
  return new DeliverableError(`The content could not be made into a ${file} ${reason}. Shorten or simplify it.`);
}
