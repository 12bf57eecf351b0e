/** A block of an event stream; `retry` is the server's pause before a reconnection, in milliseconds. */
export interface ParsedBlock {
  readonly id?: number;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: number;
}

type Read = Promise<{ done: boolean; value?: Uint8Array | undefined }>;

/**
 * Parses Server-Sent Events (WHATWG HTML section 9.2.6); an incomplete block at the end is dropped. Each read of the body
 * passes through `watch`, which may end it.
 */
export async function* parseEvents(
  body: ReadableStream<Uint8Array>,
  watch: (read: Read) => Read = async (read) => read,
): AsyncGenerator<ParsedBlock, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  let afterReturn = false;
  try {
    for (;;) {
      const { done, value } = await watch(reader.read());
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      // The second half of a line break whose first half has ended the previous piece.
      const isHalf = afterReturn && text.startsWith('\n');
      if (text !== '') afterReturn = text.endsWith('\r');
      const complete = (rest + (isHalf ? text.slice(1) : text)).split(/\r\n|\n|\r/);
      rest = complete.pop() ?? '';
      for (const line of complete) {
        if (line !== '') {
          lines.push(line);
          continue;
        }
        if (lines.length > 0) yield readBlock(lines);
        lines = [];
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(lines: readonly string[]): ParsedBlock {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    const before = fields.get(name);
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value);
  }
  const id = readNumber(fields.get('id'));
  const event = fields.get('event');
  const data = fields.get('data');
  const retry = readNumber(fields.get('retry'));
  return {
    ...(id === undefined ? {} : { id }),
    ...(event === undefined ? {} : { event }),
    ...(data === undefined ? {} : { data }),
    ...(retry === undefined ? {} : { retry }),
  };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
