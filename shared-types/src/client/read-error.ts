import { errorStatus, type ErrorCode } from '../errors.ts';
import { PorticoError } from './portico-error.ts';

/** Makes an error of an answer that isn't a success. */
export async function readError(response: Response): Promise<PorticoError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const error = findError(text);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const code = error?.['code'];
  const message = error?.['message'];
  const details = error?.['details'];
  return new PorticoError({
    code: isErrorCode(code) ? code : 'unknown_error',
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    status,
    details: isRecord(details) ? details : {},
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

function findError(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = isRecord(body) ? body['error'] : undefined;
    return isRecord(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
