import { performance } from 'node:perf_hooks';
import type { Pool } from 'undici';

export interface AskedStream {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  /** Text that marks the first piece that counts. */
  readonly mark: string;
}

/** Milliseconds from a request to the first streamed piece that contains the mark; reads to the end. */
export async function measureFirstPiece(pool: Pool, { path, headers, body, mark }: AskedStream): Promise<number> {
  const start = performance.now();
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  let text = '';
  let first: number | undefined;
  for await (const piece of answer.body) {
    text += String(piece);
    if (first === undefined && text.includes(mark)) first = performance.now() - start;
  }
  if (answer.statusCode !== 200 || first === undefined)
    throw new Error(`${path} answered ${answer.statusCode} ${text}`);
  return first;
}
