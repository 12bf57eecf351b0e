import { headerMask } from './header-mask.ts';
import { isSecretParameter, replaceSecretParameters } from './mask-secrets.ts';

interface MaskedFields {
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly query?: unknown;
}

/**
 * A request to another server, as a definition or a run has it, for a reader who may not change it: without the values of
 * its headers, of which any may be a credential, and of parameters with names of secrets.
 */
export function maskRequest<Request extends MaskedFields>(request: Request): Request {
  const { url, headers, query } = request;
  return {
    ...request,
    ...(typeof url === 'string' && { url: replaceSecretParameters(url, () => headerMask) }),
    ...(isRecord(headers) && { headers: maskValues(headers, () => true) }),
    ...(isRecord(query) && { query: maskValues(query, isSecretParameter) }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function maskValues(values: Record<string, unknown>, isSecret: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isSecret(name) ? headerMask : value]));
}
