import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { makeDocx, makePdf, wordParagraph } from '../server/test/documents.ts';
import { ask } from './make-threads.ts';
import type { Row } from './row.ts';
import { type Product, startFloor, startProduct } from './start-product.ts';
import { peakBytes } from './start-process.ts';

export const name = 'Taking in a large document, from its upload to ready, beside its reader alone';

const megabyte = 1024 * 1024;
const words =
  'water stone river light garden morning letter window bridge winter paper summer island market harbour'.split(' ');

/** Different sentences, so that no cache helps. */
function writeText(bytes: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < bytes) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${words[state % words.length]}${state % 7 === 0 ? `${state % 1000}. ` : ' '}`;
  }
  return text;
}

/** A PDF of about 10 MB that is all text: its pages are not deflated, or it would contain more text than accepted. */
async function writePdf(): Promise<Buffer<ArrayBuffer>> {
  const pages = Array.from({ length: 1090 }, (_, page) => ({
    heading: `Chapter ${page}`,
    paragraphs: [writeText(2600, page + 1)],
  }));
  return Buffer.from(await makePdf(pages, { compress: false }));
}

/** A DOCX around 10 MB of text. */
function writeDocx(): Buffer<ArrayBuffer> {
  const paragraphs = Array.from({ length: 10_240 }, (_, at) => wordParagraph(writeText(1024, at + 1)));
  return Buffer.from(makeDocx(paragraphs.join('')));
}

interface Taken {
  readonly seconds: number;
  readonly serverBytes: number;
  readonly readerBytes: number;
  readonly chunks: number;
}

async function takeIn(product: Product, fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<Taken> {
  const base = await ask<{ id: string }>(product, 'POST', '/knowledge-bases', { name: fileName });
  const path = `/knowledge-bases/${base.id}/documents`;
  const form = new FormData();
  form.append('file', new Blob([bytes]), fileName);
  const started = performance.now();
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': product.apiKey },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  let readerBytes = 0;
  for (;;) {
    for (const child of childrenOf(product.pid)) readerBytes = Math.max(readerBytes, peakBytes(child));
    const document = await ask<{ status: string; error: unknown; chunk_count: number }>(
      product,
      'GET',
      `${path}/${data.id}`,
    );
    if (document.status === 'failed') throw new Error(JSON.stringify(document.error));
    if (document.status === 'ready') {
      const seconds = (performance.now() - started) / 1000;
      return { seconds, serverBytes: peakBytes(product.pid), readerBytes, chunks: document.chunk_count };
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

/** The child processes of this process, on a system with /proc. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, fileName, make] of [
    ['PDF', 'book.pdf', writePdf],
    ['DOCX', 'book.docx', writeDocx],
  ] as const) {
    const bytes = await make();
    const floor = await startFloor('bare-reader', [fileName]);
    const read = await fetch(`http://127.0.0.1:${floor.port}/`, { method: 'POST', body: bytes });
    const bare = (await read.json()) as { seconds: number; characters: number };
    const bareBytes = peakBytes(floor.pid);
    await floor.end();
    const product = await startProduct();
    try {
      const size = `${(bytes.length / megabyte).toFixed(1)} MB ${what}, ${(bare.characters / megabyte).toFixed(1)} MB of text`;
      const taken = await takeIn(product, fileName, bytes);
      rows.push(
        { what: `${size}: upload to ready`, value: taken.seconds, unit: 's', floor: bare.seconds },
        {
          what: `${size}: most memory of the reader`,
          value: taken.readerBytes / megabyte,
          unit: 'MB',
          floor: bareBytes / megabyte,
        },
        { what: `${size}: most memory of the server`, value: taken.serverBytes / megabyte, unit: 'MB' },
        { what: `${size}: chunks a second`, value: taken.chunks / taken.seconds, unit: '1/s' },
      );
    } finally {
      await product.close();
    }
  }
  return rows;
}
