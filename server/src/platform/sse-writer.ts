import type { Response } from 'express';
import type { EventRecord } from './event-log.ts';

/** A client that has taken nothing for so long is cut off; it resumes with Last-Event-ID. */
const stuckMs = 30_000;
const ping = ': ping\n\n';

/** An event to send; without an id it doesn't move the client's place (like `connected`). An empty name is left out. */
export interface SseEvent {
  readonly id?: number;
  readonly event: string;
  readonly text: string;
}

/**
 * Writes Server-Sent Events to one client (WHATWG HTML section 9.2). What thousands read is made into a chunk of HTTP
 * once for all (RFC 9112 section 7.1) and handed to each connection as it is: where Node frames it again for each, an
 * event costs nearly twice as much (`npm run bench -- listeners`).
 */
export class SseWriter {
  readonly #response: Response;

  /** The headers must be out. */
  constructor(response: Response) {
    this.#response = response;
  }

  /** False if the client should take what was written before more comes. */
  write(event: SseEvent | EventRecord): boolean {
    const { socket, chunkedEncoding } = this.#response;
    const { chunk, body } = formatEvent(event);
    // A client of HTTP 1.0 knows no chunks; an answer that waits behind another of its connection has no socket yet.
    return socket === null || !chunkedEncoding ? this.#response.write(body) : socket.write(chunk);
  }

  /** A heartbeat, unless there is more on its way than the client takes. */
  ping(): void {
    const { socket } = this.#response;
    if (socket?.writableNeedDrain !== true && !this.#response.writableNeedDrain) this.#response.write(ping);
  }

  /** Resolves once the client has taken what was written, or the signal fires; who takes nothing for long is cut off. */
  async drain(signal: AbortSignal): Promise<void> {
    const response = this.#response;
    const source = response.socket ?? response;
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        source.off('drain', settle);
        signal.removeEventListener('abort', settle);
        resolve();
      };
      const timer = setTimeout(() => {
        response.destroy();
        settle();
      }, stuckMs);
      source.once('drain', settle);
      signal.addEventListener('abort', settle);
    });
  }
}

interface Formatted {
  /** The bytes of the event alone. */
  readonly body: Buffer;
  /** The same as a chunk. */
  readonly chunk: Buffer;
}

const formatted = new WeakMap<object, Formatted>();

function formatEvent(event: SseEvent | EventRecord): Formatted {
  let known = formatted.get(event);
  if (known === undefined) {
    const id = event.id === undefined ? '' : `id: ${event.id}\n`;
    const name = event.event === '' ? '' : `event: ${event.event}\n`;
    const text = `${id}${name}data: ${event.text}\n\n`;
    const size = `${Buffer.byteLength(text).toString(16)}\r\n`;
    const chunk = Buffer.from(`${size}${text}\r\n`);
    known = { chunk, body: chunk.subarray(size.length, -2) };
    formatted.set(event, known);
  }
  return known;
}
