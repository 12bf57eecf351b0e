import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { startRunningClock } from '../running-clock.ts';

/** Limits of how long and how slowly a client may send. */
export interface BodyTimes {
  /** Maximum milliseconds for a whole body that is not an upload. */
  readonly wholeMs: number;
  /** In each interval of this length ... */
  readonly spanMs: number;
  /** ... at least this many bytes of an upload have to arrive. */
  readonly spanBytes: number;
}

/** A slow connection sends a kilobyte a second; a slower one only occupies a place. */
const bodyTimes: BodyTimes = { wholeMs: 30_000, spanMs: 20_000, spanBytes: 16_384 };

const checkMs = 1_000;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: boolean;
  /** Bytes received before the current interval, and when the interval began. */
  spanStartBytes: number;
  spanStart: number;
  readonly start: number;
}

/**
 * Closes connections whose request bodies stall, with 408 if no response was sent yet (RFC 9110 section 15.5.9): any
 * body must arrive within half a minute, uploads must keep making progress. The connection is checked, not its reader,
 * so this also holds for a body that was rejected without being read.
 */
export function watchBodies(server: Server, times: BodyTimes = bodyTimes): void {
  const arriving = new Set<Arrival>();
  const clock = startRunningClock();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request) || request.complete) return;
    const now = clock.now();
    const isUpload = /^multipart\/|^application\/offset\+octet-stream/i.test(request.headers['content-type'] ?? '');
    arriving.add({ request, response, isUpload, start: now, spanStart: now, spanStartBytes: request.socket.bytesRead });
  });
  const timer = setInterval(() => {
    const now = clock.now();
    for (const arrival of arriving) {
      if (arrival.request.complete || arrival.request.socket.destroyed) arriving.delete(arrival);
      else if (isTooSlow(arrival, now, times)) {
        arriving.delete(arrival);
        cut(arrival);
      }
    }
  }, checkMs);
  timer.unref();
  server.on('close', () => {
    clearInterval(timer);
    clock.close();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooSlow(arrival: Arrival, now: number, { wholeMs, spanMs, spanBytes }: BodyTimes): boolean {
  const { request, isUpload } = arrival;
  // The data has arrived and waits for us: the client can't send more.
  if (request.readableLength >= request.readableHighWaterMark) {
    arrival.spanStart = now;
    arrival.spanStartBytes = request.socket.bytesRead;
    return false;
  }
  if (!isUpload) return now - arrival.start >= wholeMs;
  if (now - arrival.spanStart < spanMs) return false;
  const isProgressing = request.socket.bytesRead - arrival.spanStartBytes >= spanBytes;
  arrival.spanStart = now;
  arrival.spanStartBytes = request.socket.bytesRead;
  return !isProgressing;
}

function cut({ request, response }: Arrival): void {
  const { socket } = request;
  // The same response that Node sends for late headers.
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
  request.destroy();
}
