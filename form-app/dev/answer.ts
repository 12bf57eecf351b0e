import type { IncomingMessage, ServerResponse } from 'node:http';

const meta = () => ({ request_id: 'req_01jd8m2x3k4n5p6q7r8s9t0v1w', timestamp: new Date().toISOString() });

export function answerData(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: meta() }));
}

export function answerError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  details: Record<string, unknown>,
): void {
  if (typeof details['retry_after'] === 'number') response.setHeader('retry-after', details['retry_after']);
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code, message, details }, meta: meta() }));
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
