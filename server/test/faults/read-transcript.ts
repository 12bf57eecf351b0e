import type { Endpoint } from '../client.ts';

/** The bytes of one event of a stream, up to the empty line. */
export interface Block {
  readonly id: number;
  readonly event: string;
  readonly bytes: string;
}

/**
 * Reads the numbered events of an execution after `after`, up to the end of the stream, or up to the event with the id
 * `until`, after which it cuts the connection. `connected` and heartbeats have no number and are left out.
 */
export async function readTranscript(
  server: Endpoint,
  executionId: string,
  { after = 0, until = Infinity }: { after?: number; until?: number } = {},
): Promise<Block[]> {
  const cut = new AbortController();
  const response = await fetch(`${server.url}/api/v1/executions/${executionId}/events`, {
    headers: {
      'X-API-Key': server.apiKey,
      Accept: 'text/event-stream',
      ...(after === 0 ? {} : { 'Last-Event-ID': String(after) }),
    },
    signal: cut.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`the stream responded with ${response.status}`);
  const blocks: Block[] = [];
  let rest = '';
  try {
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = `${rest}${piece}`.split('\n\n');
      rest = parts.pop() ?? '';
      for (const bytes of parts) {
        const id = Number(/^id: (\d+)$/m.exec(bytes)?.[1] ?? 0);
        if (id === 0) continue;
        blocks.push({ id, event: /^event: (.+)$/m.exec(bytes)?.[1] ?? '', bytes });
        if (id >= until) return blocks;
      }
    }
    return blocks;
  } finally {
    cut.abort();
  }
}

/** The data of an event. */
export function readData({ bytes }: Block): Record<string, unknown> {
  const lines = [...bytes.matchAll(/^data: (.*)$/gm)].map(([, line = '']) => line);
  return JSON.parse(lines.join('\n')) as Record<string, unknown>;
}
