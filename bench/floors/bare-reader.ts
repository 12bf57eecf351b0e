import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';
import { fromBufferPromise } from 'yauzl';

/** Reads all text of the document that is posted, with the library alone: `bare-reader <file name>`. */
const fileName = process.argv[2] ?? '';
const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const bytes = await buffer(request);
    const started = performance.now();
    const characters = await (fileName.endsWith('.pdf') ? readPdf(bytes) : readDocx(bytes));
    response.end(JSON.stringify({ seconds: (performance.now() - started) / 1000, characters }));
  };
  answer().catch(() => response.destroy());
});

async function readPdf(bytes: Buffer): Promise<number> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) characters += item.str.length;
    page.cleanup();
  }
  return characters;
}

async function readDocx(bytes: Buffer): Promise<number> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue;
    const xml = (await buffer(await archive.openReadStreamPromise(entry))).toString('utf8');
    return xml.replaceAll(/<[^>]*>/g, '').length;
  }
  return 0;
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
process.on('SIGTERM', () => process.exit(0));
