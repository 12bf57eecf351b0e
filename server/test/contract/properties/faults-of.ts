import type { Json } from '../../../src/platform/http/openapi/json.ts';
import { isRecord } from '../../../src/platform/is-record.ts';
import type { Operation } from '../list-media.ts';
import type { OpenSchemas } from '../open-schemas.ts';
import { resolve } from './arbitrary-of-schema.ts';
import type { FuzzAnswer } from './send-request.ts';

const always = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** All differences between a response and the document. */
export function faultsOf(
  document: Json,
  schemas: OpenSchemas,
  { operation, pointer }: Operation,
  { status, headers, body }: FuzzAnswer,
): string[] {
  if (status >= 500 && !isUnavailable(status, headers, body)) return [`a ${status}`];
  const responses = operation['responses'] as Json;
  const declared = responses[String(status)];
  if (!isRecord(declared)) return [`the status ${status} is not in the document`];
  const shared = typeof declared['$ref'] === 'string' ? declared['$ref'].slice(1) : undefined;
  const place = shared ?? `${pointer}/responses/${status}`;
  const answer = shared === undefined ? declared : resolve(document, `#${shared}`);
  const missing = always.filter((name) => !headers.has(name)).map((name) => `the header ${name} is missing`);
  const content = isRecord(answer) && isRecord(answer['content']) ? answer['content'] : undefined;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  // A redirect may have a short text for clients that don't follow it.
  if (content === undefined)
    return type === '' || status === 302 ? missing : [...missing, `the document has no ${type}`];
  if (!(type in content)) return [...missing, `the type ${type} is not in the document`];
  const schema = `${place}/content/${type.replace('/', '~1')}/schema`;
  const values = type === 'text/event-stream' && Array.isArray(body) ? (body as unknown[]) : [body];
  return [...missing, ...values.flatMap((value) => schemas.faults(schema, value))];
}

/** The only 5xx response that is not a fault: temporarily unavailable, with a reason and a time to retry. */
function isUnavailable(status: number, headers: Headers, body: unknown): boolean {
  const error = isRecord(body) ? body['error'] : undefined;
  return status === 503 && headers.has('retry-after') && isRecord(error) && error['code'] === 'service_unavailable';
}
