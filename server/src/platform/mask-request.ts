import { isRecord } from './is-record.ts';
import { decodeMasks, secretMask } from './secret-mask.ts';
import { isSecretName, isSecretParameter, replaceParameters, replaceSecretFields } from './mask-secrets.ts';

interface MaskedFields {
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The fields of a request in which something can be masked. */
export const maskedFields = ['url', 'headers', 'query', 'body'] as const;

/**
 * A request to another server, as a definition or a run has it, for a reader who may not change it: without the values of
 * its headers, of which any may be a credential, and of parameters and fields of its body with names of secrets.
 */
export function maskRequest<Request extends MaskedFields>(request: Request): Request {
  const { url, headers, query, body } = request;
  return {
    ...request,
    ...(typeof url === 'string' && { url: replaceParameters(url, () => secretMask) }),
    ...(isRecord(headers) && { headers: maskValues(headers, () => true) }),
    ...(isRecord(query) && { query: maskValues(query, isSecretParameter) }),
    ...(body !== undefined && { body: replaceInBody(body, () => secretMask) }),
  };
}

/** The values in a body that a reader of the request sees masked; of a form, as they are written there. */
export function listBodySecrets(body: unknown): unknown[] {
  const secrets: unknown[] = [];
  replaceInBody(body, (value) => {
    secrets.push(value);
    return secretMask;
  });
  return secrets;
}

/**
 * The request with the stored values in place of masks that a client sends back. `fail` is called with the path of a mask
 * without a stored value.
 */
export function unmaskRequest<Request extends MaskedFields>(
  request: Request,
  stored: MaskedFields | undefined,
  fail: (path: string) => never,
): Request {
  const restored = maskedFields.flatMap((field): [string, unknown][] => {
    const value = request[field];
    return value === undefined ? [] : [[field, restore(value, stored?.[field], field, fail)]];
  });
  return { ...request, ...Object.fromEntries(restored) };
}

function maskValues(values: Record<string, unknown>, isSecret: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isSecret(name) ? secretMask : value]));
}

function replaceInBody(value: unknown, replace: (value: unknown) => string): unknown {
  if (typeof value === 'string') return replaceSecretFields(value, replace);
  if (Array.isArray(value)) {
    return value.map((entry) => (typeof entry === 'string' ? entry : replaceInBody(entry, replace)));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (isSecretName(name)) return [name, canBeSecret(inner) ? replace(inner) : inner];
      return [name, typeof inner === 'string' ? inner : replaceInBody(inner, replace)];
    }),
  );
}

/** Whether a field has content that its name can call a secret. */
function canBeSecret(value: unknown): boolean {
  return value !== null && value !== '' && typeof value !== 'boolean';
}

function restore(value: unknown, stored: unknown, path: string, fail: (path: string) => never): unknown {
  if (value === secretMask) return stored === undefined ? fail(path) : stored;
  if (typeof value === 'string') return restoreParameters(value, stored, path, fail);
  if (Array.isArray(value)) {
    const known: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return value.map((entry, index) => restore(entry, known[index], `${path}[${index}]`, fail));
  }
  if (!isRecord(value)) return value;
  const known = new Map(isRecord(stored) ? Object.entries(stored) : []);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, restore(inner, known.get(name), `${path}.${name}`, fail)]),
  );
}

/** Each parameter gets the stored value of its name: of several, the one in the same place. */
function restoreParameters(given: string, stored: unknown, path: string, fail: (path: string) => never): string {
  const text = decodeMasks(given);
  if (!text.includes(secretMask)) return given;
  const known: [string, string][] = [];
  if (typeof stored === 'string') replaceIn(stored, (value, name) => (known.push([name, value]), value));
  const restored = replaceIn(text, (value, name) => {
    if (value !== secretMask) return value;
    const index = known.findIndex(([knownName]) => knownName === name);
    const [found] = index === -1 ? [] : known.splice(index, 1);
    return found?.[1] ?? fail(path);
  });
  return restored.includes(secretMask) ? fail(path) : restored;
}

function replaceIn(text: string, replace: (value: string, name: string) => string): string {
  return replaceSecretFields(replaceParameters(text, replace), replace);
}
