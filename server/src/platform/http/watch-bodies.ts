import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long and how slowly a client may send. */
interface BodyTimes {
  /** The whole of a body that is not an upload, in milliseconds. */
  readonly wholeMs: number;
  /** In each span of so long ... */
  readonly spanMs: number;
  /** ... at least so many bytes of an upload have to come. */
  readonly spanBytes: number;
}

/** A slow connection brings a kilobyte a second; what brings less holds a place and nothing else. */
const bodyTimes: BodyTimes = { wholeMs: 30_000, spanMs: 20_000, spanBytes: 16_384 };

const checkMs = 1_000;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: boolean;
  /** Bytes of the connection before the span that is being watched, and when that began. */
  spanStartBytes: number;
  spanStart: number;
  readonly start: number;
}

/**
 * Closes connections whose request bodies stop or trickle, with 408 if nothing was answered yet (RFC 9110 section
 * 15.5.9): any body within half a minute, uploads for as long as they progress. It looks at the connection, not at who
 * reads the body, so a body that was refused unread is held to it too.
 */
export function watchBodies(server: Server, times: BodyTimes = bodyTimes): void {
  const arriving = new Set<Arrival>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request) || request.complete) return;
    const now = Date.now();
    const isUpload = /^multipart\/|^application\/offset\+octet-stream/i.test(request.headers['content-type'] ?? '');
    arriving.add({ request, response, isUpload, start: now, spanStart: now, spanStartBytes: request.socket.bytesRead });
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const arrival of arriving) {
      if (arrival.request.complete || arrival.request.socket.destroyed) arriving.delete(arrival);
      else if (isTooSlow(arrival, now, times)) {
        arriving.delete(arrival);
        cut(arrival);
      }
    }
  }, checkMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooSlow(arrival: Arrival, now: number, { wholeMs, spanMs, spanBytes }: BodyTimes): boolean {
  const { request, isUpload } = arrival;
  // What has come waits for us: the client can't send more.
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
  // As Node itself answers headers that don't come in time.
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
  request.destroy();
}
