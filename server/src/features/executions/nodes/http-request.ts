import { HttpRequestConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import { decodeIfText } from '../../../platform/extract/index.ts';
import { deepestJson, isNestedDeeper } from '../../../platform/nested-deeper.ts';
import { BodyError, type OutboundResponse, readRetryAfter, writeBody } from '../../../platform/outbound/index.ts';
import { describeResponse, isJsonType } from './describe-response.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/**
 * Sends an HTTP request through the outbound client. The node's key is sent as Idempotency-Key, so that a receiver can
 * recognise a repeated call. A response other than 2xx fails the node unless `allow_status` lists it. A body that isn't
 * a text is returned as base64.
 */
export const httpRequest: NodeKind<'http_request', HttpRequestConfig> = {
  type: 'http_request',
  saved: onlyTemplates,
  config: HttpRequestConfig,
  remote: true,
  async run(context, config) {
    const headers = headersOf(config, context.execution.nodeKey);
    const answer = await context.ports.outbound.request(addressOf(config), {
      method: config.method ?? 'GET',
      headers,
      body: bodyOf(config.body, headers['content-type'] ?? ''),
      followRedirects: config.follow_redirects ?? true,
      signal: context.signal,
    });
    if (!isAllowed(answer.status, config.allow_status)) {
      const retryable = answer.status >= 500 || answer.status === 429 || answer.status === 408;
      throw new NodeError('node_execution_failed', `The server answered ${answer.status}.`, {
        retryable,
        retryAfterMs: readRetryAfter(answer.status, answer.headers),
        response: describeResponse(config, answer),
      });
    }
    return { outputs: { status: answer.status, headers: answer.headers, ...readBody(answer) } };
  },
};

function addressOf({ url, query }: HttpRequestConfig): string {
  if (!URL.canParse(url)) throw new NodeError('node_execution_failed', 'The url is not valid.', { retryable: false });
  const address = new URL(url);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== null) address.searchParams.append(name, String(entry));
    }
  }
  return address.href;
}

function headersOf(config: HttpRequestConfig, nodeKey: string): Record<string, string> {
  const headers: Record<string, string> = { 'idempotency-key': nodeKey };
  if (typeof config.body === 'string') headers['content-type'] = 'text/plain; charset=utf-8';
  else if (config.body != null) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(config.headers ?? {})) {
    if (value !== null) headers[name.toLowerCase()] = String(value);
  }
  return headers;
}

function bodyOf(body: unknown, type: string): string | undefined {
  if (body === undefined || body === null) return undefined;
  try {
    return writeBody(body, type);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new NodeError('node_execution_failed', error.message, { retryable: false });
  }
}

function isAllowed(status: number, allow: HttpRequestConfig['allow_status']): boolean {
  if (status >= 200 && status < 300) return true;
  return Array.isArray(allow) ? allow.includes(status) : allow === true;
}

function readBody({ headers, body }: OutboundResponse<Uint8Array>): { body: unknown; body_encoding?: 'base64' } {
  const type = headers['content-type'] ?? '';
  const text = decodeIfText(body, type);
  if (text === undefined) return { body: Buffer.from(body).toString('base64'), body_encoding: 'base64' };
  return { body: isJsonType(type) ? parseJson(text) : text };
}

/** The text itself if it is not valid. */
function parseJson(text: string): unknown {
  if (isNestedDeeper(text, deepestJson)) {
    const message = `The server answered with JSON that is nested more than ${deepestJson} levels deep.`;
    throw new NodeError('node_execution_failed', message, { retryable: false });
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
