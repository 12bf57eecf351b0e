import { OutboundError } from './outbound-error.ts';

/** Gives what undici, the sockets and zlib throw a code and a message that names no address. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = readCode(error);
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return new OutboundError('invalid_request', 'The request holds a method or a header that is not valid.', error);
  if (
    /^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|RESPONSE)|Z_|ERR_BROTLI|ERR__ERROR)/u.test(code)
  )
    return new OutboundError('bad_answer', 'The server sent an answer that could not be read.', error);
  if (/TIMEOUT/u.test(code)) return timedOut(error);
  return new OutboundError('connection_failed', 'The connection to the server of this address failed.', error);
}

/** The time for the whole exchange is over. */
export function timedOut(cause?: unknown): OutboundError {
  return new OutboundError('timeout', 'The server of this address did not answer in time.', cause);
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
