import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { EventRecord } from './event-log.ts';

/** A client that has read nothing for this long is disconnected; it resumes with Last-Event-ID. */
const stuckMs = 30_000;
const ping = ': ping\n\n';

/**
 * An event to send; without an id it doesn't change the client's position (like `connected`). An empty name is left
 * out.
 */
export interface SseEvent {
  readonly id?: number;
  readonly event: string;
  readonly text: string;
}

/**
 * Writes Server-Sent Events to one client (WHATWG HTML section 9.2). Events for thousands of readers are framed as an
 * HTTP chunk once (RFC 9112 section 7.1) and passed to each connection unchanged: letting Node frame them for each
 * reader nearly doubles the cost of an event (`npm run bench -- listeners`).
 */
export class SseWriter {
  readonly #response: Response;

  /** The headers must have been sent. */
  constructor(response: Response) {
    this.#response = response;
  }

  /** False if the client should read pending data before more is written. */
  write(event: SseEvent | EventRecord): boolean {
    const { socket, chunkedEncoding } = this.#response;
    const { chunk, body } = formatEvent(event);
    // A client of HTTP 1.0 does not support chunks; a response that waits behind another on its connection has no
    // socket yet.
    if (socket === null || !chunkedEncoding) return this.#response.write(body);
    joinWrites(socket);
    return socket.write(chunk);
  }

  /** Writes a heartbeat, unless too much data is already pending. */
  ping(): void {
    const { socket } = this.#response;
    if (socket?.writableNeedDrain !== true && !this.#response.writableNeedDrain) this.#response.write(ping);
  }

  /**
   * Resolves once the client has read the pending data, or the signal fires; a client that reads nothing for too long
   * is disconnected.
   */
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

/** Sockets whose data waits for the end of the current turn of the event loop. */
let waiting: Socket[] = [];

/**
 * Holds back a socket's data until the end of the current turn, because one change often has several events, and most
 * of the cost of an event is the system call for each reader.
 */
function joinWrites(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  if (waiting.push(socket) === 1) process.nextTick(flush);
}

function flush(): void {
  const sockets = waiting;
  waiting = [];
  for (const socket of sockets) socket.uncork();
}

interface Formatted {
  /** The bytes of the event itself. */
  readonly body: Buffer;
  /** The same as an HTTP chunk. */
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
