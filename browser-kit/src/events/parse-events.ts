/**
 * One event of a stream (WHATWG HTML, section 9.2). `id` is the event's own: one without an id is a notice that is
 * never repeated, and must not inherit the previous id.
 */
export interface StreamEvent {
  id: string | null;
  event: string;
  data: string;
}

/**
 * Parses server-sent events from text that may be split anywhere. `push` returns the events completed by the text;
 * `retry` is the server's last reconnection time in milliseconds.
 */
export function createEventParser(): { push(text: string): StreamEvent[]; readonly retry: number | null } {
  let rest = '';
  let id: string | null = null;
  let event = '';
  let data: string[] = [];
  let retry: number | null = null;
  let afterReturn = false;

  function takeLine(line: string, out: StreamEvent[]): void {
    if (line === '') {
      if (data.length > 0) out.push({ id, event: event || 'message', data: data.join('\n') });
      id = null;
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }

  return {
    get retry() {
      return retry;
    },
    push(text) {
      const out: StreamEvent[] = [];
      // A line may end in CR, LF or CRLF; a CRLF cut between two pieces must not count twice.
      let from = afterReturn && text.startsWith('\n') ? 1 : 0;
      afterReturn = text === '' ? afterReturn : text.endsWith('\r');
      for (let at = from; at < text.length; at += 1) {
        const char = text[at];
        if (char !== '\n' && char !== '\r') continue;
        takeLine(rest + text.slice(from, at), out);
        rest = '';
        if (char === '\r' && text[at + 1] === '\n') at += 1;
        from = at + 1;
      }
      rest += text.slice(from);
      return out;
    },
  };
}
