/** One Server-Sent Event. `id` is the last one seen so far, as in the HTML standard. */
export interface ServerEvent {
  id: string | null;
  name: string;
  data: string;
}

/** Cuts a byte stream into events (HTML standard, section 9.2.6). Comments only show that the line is alive: `onBytes` hears of them. */
export async function* parseEvents(
  bytes: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | null = null;
  let name = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // What stands behind the last blank line is an event that never ended: it is dropped, and comes again on resume.
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { id, name: name === '' ? 'message' : name, data: data.join('\n') };
          name = '';
          data = [];
          continue;
        }
        const [field, text] = splitLine(line);
        if (field === 'event') name = text;
        else if (field === 'data') data.push(text);
        else if (field === 'id' && !text.includes('\0')) id = text;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function splitLine(line: string): [field: string, text: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const text = line.slice(colon + 1);
  return [line.slice(0, colon), text.startsWith(' ') ? text.slice(1) : text];
}
