import type { HttpTool } from '@portico/shared-types';
import type { OutboundResponse } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fillTemplate, fillText, findNamed, toText } from './fill-template.ts';
import { type OpenTool, ToolError } from './open-tool.ts';

const maxBytes = 1024 * 1024;
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

/** Makes a request to a fixed place that the model fills in and calls (contract section 10 bounds it). */
export function openHttpTool(tool: HttpTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    run: async (input, { platform, signal, callKey }) => {
      const answer = await sendHttpRequest(platform, writeHttpRequest(tool, input, callKey), signal);
      const text = new TextDecoder().decode(answer.body);
      const ok = answer.status >= 200 && answer.status < 300;
      return { ok, content: ok ? text || `(${answer.status}, no content)` : `HTTP status ${answer.status}. ${text}` };
    },
  };
}

/** The request that a call of an HTTP tool makes. */
export interface HttpToolRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Fills the arguments into the tool's request. Throws a ToolError if some are missing or don't fit the address. */
export function writeHttpRequest(tool: HttpTool, input: Record<string, unknown>, callKey: string): HttpToolRequest {
  const missing = tool.parameters.required.filter((name) => input[name] === undefined);
  if (missing.length > 0) throw new ToolError(`These arguments are missing: ${missing.join(', ')}.`);
  const { request } = tool;
  const { url, body } = writeAddressAndBody(request, input);
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      fillText(value, input).replaceAll(/[\r\n\0]/g, ' '),
    ]),
  );
  return {
    method: request.method,
    url,
    headers: {
      accept: 'application/json, text/*;q=0.9, */*;q=0.1',
      ...(typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
      ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
      'idempotency-key': callKey,
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  };
}

/** Sends it through the outbound door; a longer answer is cut at 1 MiB. Throws an OutboundError. */
export async function sendHttpRequest(
  platform: Platform,
  { url, ...request }: HttpToolRequest,
  signal: AbortSignal,
): Promise<OutboundResponse<Buffer>> {
  return platform.outbound.request(url, { ...request, signal, maxBytes, truncate: true });
}

/** What the address doesn't name goes into the query or the body, unless the tool has one of its own. */
function writeAddressAndBody(
  request: HttpTool['request'],
  input: Record<string, unknown>,
): { url: URL; body: unknown } {
  const written = fillText(request.url, input, encodeURIComponent);
  if (!URL.canParse(written)) throw new ToolError('These arguments make no valid address.');
  const url = new URL(written);
  // The model fills in the place's path and query; it doesn't choose another place.
  if (!/^https?:\/\/[^/?#]*\{\{/i.test(request.url) && url.origin !== new URL(emptied(request.url)).origin) {
    throw new ToolError('These arguments make no valid address.');
  }
  const named = findNamed(request.url);
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.has(name)));
  const hasBody = !bodiless.has(request.method);
  const query = request.query === undefined ? (hasBody ? {} : rest) : fillTemplate(request.query, input);
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (value !== undefined && value !== null) url.searchParams.append(name, toText(value));
  }
  if (request.body !== undefined) return { url, body: fillTemplate(request.body, input) };
  return { url, body: hasBody && request.query === undefined ? rest : undefined };
}

function emptied(template: string): string {
  return fillText(template, {}, () => '');
}
