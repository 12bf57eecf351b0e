import type { HttpTool } from '@portico/shared-types';
import { fillTemplate, fillText, findNamed, toText } from './fill-template.ts';
import { type OpenTool, type ToolContext, ToolError } from './open-tool.ts';

const maxBytes = 1024 * 1024;
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

/** Makes a request to a fixed place that the model fills in and calls (contract section 10 bounds it). */
export function openHttpTool(tool: HttpTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    run: async (input, context) => {
      const missing = tool.parameters.required.filter((name) => input[name] === undefined);
      if (missing.length > 0) throw new ToolError(`These arguments are missing: ${missing.join(', ')}.`);
      return send(tool.request, input, context);
    },
  };
}

async function send(
  request: HttpTool['request'],
  input: Record<string, unknown>,
  { platform, signal, callKey }: ToolContext,
) {
  const { url, body } = writeRequest(request, input);
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      fillText(value, input).replaceAll(/[\r\n\0]/g, ' '),
    ]),
  );
  const answer = await platform.outbound.request(url, {
    method: request.method,
    headers: {
      accept: 'application/json, text/*;q=0.9, */*;q=0.1',
      ...(typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
      ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
      'idempotency-key': callKey,
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    signal,
    maxBytes,
    truncate: true,
  });
  const text = new TextDecoder().decode(answer.body);
  const ok = answer.status >= 200 && answer.status < 300;
  return { ok, content: ok ? text || `(${answer.status}, no content)` : `HTTP status ${answer.status}. ${text}` };
}

/** What the address doesn't name goes into the query or the body, unless the tool has one of its own. */
function writeRequest(request: HttpTool['request'], input: Record<string, unknown>): { url: URL; body: unknown } {
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
