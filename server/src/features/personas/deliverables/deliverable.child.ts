import { flushCompileCache } from 'node:module';
import { DeliverableError } from './deliverable-error.ts';

/** The work of a process, one at a time. */
export type DeliverableWork =
  | { kind: 'pdf'; title: string; markdown: string }
  | { kind: 'csv'; content: string }
  /** The last table in these texts as CSV; empty if there is none. */
  | { kind: 'table'; texts: readonly string[] };

/** The bytes of an image that the process has asked for. */
export interface ImageAnswer {
  bytes: Buffer | undefined;
}

/** Messages from the process: requests for images, one at a time, and then the result. */
export type DeliverableReply =
  | { kind: 'image'; address: string }
  | { kind: 'done'; bytes: Buffer }
  /** The content is unsuitable; the message is for the model, and may be shown. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string };

// Signals to the whole group are for the server, which kills this process when it no longer needs it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
let onImage: (bytes: Buffer | undefined) => void = () => undefined;
process.on('message', (message: DeliverableWork | ImageAnswer) => {
  if ('kind' in message) void answer(message).then(finish);
  else onImage(message.bytes);
});

function finish(reply: DeliverableReply): void {
  // The server kills this process, which would not cache what it has compiled.
  flushCompileCache();
  process.send?.(reply);
}

async function answer(work: DeliverableWork): Promise<DeliverableReply> {
  try {
    return { kind: 'done', bytes: await run(work) };
  } catch (error) {
    if (error instanceof DeliverableError) return { kind: 'refused', message: error.message };
    // A parser that has used up the stack.
    if (error instanceof RangeError) return { kind: 'refused', message: 'The content is nested too deeply.' };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function run(work: DeliverableWork): Promise<Buffer> {
  switch (work.kind) {
    case 'pdf': {
      const { renderPdf } = await import('../pdf/render-pdf.ts');
      return renderPdf(work, readImage);
    }
    case 'csv':
      return (await import('./csv.ts')).writeCsv(work.content);
    case 'table':
      return Buffer.from((await import('./csv.ts')).findTable(work.texts) ?? '');
  }
}

/** Asks the server, because only the server makes requests. */
async function readImage(address: string): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    onImage = resolve;
    const request: DeliverableReply = { kind: 'image', address };
    process.send?.(request);
  });
}
