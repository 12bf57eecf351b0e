import { describeContent } from '../../../platform/extract/index.ts';
import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { HttpTool } from '@portico/shared-types';
import { BodyError, type OutboundResponse, writeBody } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toText } from '../../../platform/to-text.ts';
import { findVisitorValue, isVisitorVariable } from '../visitor-context.ts';
import { fillTemplate, fillText, findArgument, findNamed, type Lookup } from './fill-template.ts';
import { type OpenTool, ToolError } from './open-tool.ts';
import { unsealForUse } from './seal-tools.ts';
import { writeAddress } from './write-address.ts';
import { signVisitorToken, visitorTokenHeader } from './visitor-token.ts';

const maxBytes = 1024 * 1024;
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Opens a stored tool that sends a request to a fixed address, with parts filled in by the model (limits:
 * docs/reference/outbound.md#bounds).
 */
export function openHttpTool(tool: HttpTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    run: async (input, { platform, signal, callKey, visitor = null }) => {
      const written = writeHttpRequest(unsealForUse(platform, tool), input, callKey, visitor);
      const token = tool.visitor_token === true ? await signVisitorToken(platform, visitor, written.url) : undefined;
      const headers = token === undefined ? written.headers : { ...written.headers, [visitorTokenHeader]: token };
      const answer = await sendHttpRequest(platform, { ...written, headers }, signal);
      const text = describeContent(answer.body, answer.headers['content-type']);
      const ok = answer.status >= 200 && answer.status < 300;
      return { ok, content: ok ? text || `(${answer.status}, no content)` : `HTTP status ${answer.status}. ${text}` };
    },
  };
}

/** The request for a call of an HTTP tool. */
export interface HttpToolRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Inserts the arguments into the tool's request. Throws a ToolError if some are missing or don't fit the address. */
export function writeHttpRequest(
  tool: HttpTool,
  input: Record<string, unknown>,
  callKey: string,
  visitor: VisitorContext | null = null,
): HttpToolRequest {
  const missing = (tool.parameters.required ?? []).filter((name) => input[name] === undefined);
  if (missing.length > 0) throw new ToolError(`These arguments are missing: ${missing.join(', ')}.`);
  const { request } = tool;
  const look = lookIn(tool, input, visitor);
  const { url, body } = writeAddressAndBody(request, input, look);
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      fillText(value, look).replaceAll(/[\r\n\0]/g, ' '),
    ]),
  );
  // Only Portico may set it; otherwise the receiver would trust a value from the model.
  if (tool.visitor_token === true) delete headers[visitorTokenHeader];
  const all = {
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    ...(typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
    ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
    'idempotency-key': callKey,
    ...headers,
  };
  return { method: request.method, url, headers: all, body: bodyOf(body, all['content-type'] ?? '') };
}

function bodyOf(body: unknown, type: string): string | null {
  if (body === undefined) return null;
  try {
    return writeBody(body, type);
  } catch (error) {
    if (error instanceof BodyError) throw new ToolError(error.message);
    throw error;
  }
}

/** Sends it through the outbound client; a longer response is cut at 1 MiB. Throws an OutboundError. */
export async function sendHttpRequest(
  platform: Platform,
  { url, ...request }: HttpToolRequest,
  signal: AbortSignal,
): Promise<OutboundResponse<Buffer>> {
  return platform.outbound.request(url, { ...request, signal, maxBytes, truncate: true });
}

/**
 * The value of a placeholder: the visitor's values, which no argument of the model can replace, else the model's
 * arguments. A parameter that the tool itself calls `page` or `locale` is an argument.
 */
function lookIn(tool: HttpTool, input: Record<string, unknown>, visitor: VisitorContext | null): Lookup {
  return (path) => {
    const [root = ''] = path.split('.');
    const isDeclared = root !== 'visitor' && Object.hasOwn(tool.parameters.properties, root);
    return isVisitorVariable(path) && !isDeclared ? findVisitorValue(visitor, path) : findArgument(input, path);
  };
}

/** Arguments without a placeholder in the address go into the query or the body, unless the tool defines its own. */
function writeAddressAndBody(
  request: HttpTool['request'],
  input: Record<string, unknown>,
  look: Lookup,
): { url: URL; body: unknown } {
  const url = writeAddress(request.url, look);
  const named = new Set(findNamed(request.url).map((path) => path.split('.')[0]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.has(name)));
  const hasBody = !bodiless.has(request.method);
  const query = request.query === undefined ? (hasBody ? {} : rest) : fillTemplate(request.query, look);
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (value !== undefined && value !== null) url.searchParams.append(name, toText(value));
  }
  if (request.body !== undefined) return { url, body: fillTemplate(request.body, look) };
  return { url, body: hasBody && request.query === undefined ? rest : undefined };
}
