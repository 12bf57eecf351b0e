/** A block of an event stream; `retry` is the server's pause before a reconnection, in milliseconds. */
export interface ParsedBlock {
  readonly id?: number;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: number;
}

/** Parses Server-Sent Events (WHATWG HTML section 9.2.6); an incomplete block at the end is dropped. */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ParsedBlock, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A carriage return at the end may be the first half of a line break.
      const [complete, open] = splitLines(rest + decoder.decode(value, { stream: true }));
      rest = open;
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

function splitLines(text: string): [string[], string] {
  const lines = text.split(/\r\n|\n|\r(?!$)/);
  const open = lines.pop() ?? '';
  return [lines, open];
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
