import { isDeepStrictEqual } from 'node:util';
import { shortenText } from '../../platform/cut-text.ts';
import { secretMask as mask, maskPath } from '../../platform/secret-mask.ts';
import {
  isSecretName,
  isSecretParameter,
  replaceSecretFields,
  replaceSecretParameters,
} from '../../platform/mask-secrets.ts';

/** Maximum characters stored of one value; a prompt can have a hundred thousand. */
const maxCharacters = 5_000;
/** Fields that change with every write and carry no information. */
const ignored = new Set(['id', 'created_at', 'updated_at', 'createdAt', 'updatedAt', 'last_seen_at', 'stats']);

/** An address that is a credential itself, like those of Slack. */
const secretAddress = 'notice_webhook_url';

type Changes = Record<string, { before: unknown; after: unknown }>;

/**
 * Returns the fields that differ, with secrets masked and long values cut. Without `after` nothing is returned, because
 * the resource was deleted. `type` is that of the resource: the address of a webhook may be a credential.
 */
export function compareStates(before: object | undefined, after: object | undefined, type: string): Changes {
  if (after === undefined) return {};
  const earlier = new Map(Object.entries(before ?? {}));
  const changes: Changes = {};
  for (const [name, value] of Object.entries(after)) {
    if (ignored.has(name)) continue;
    const old: unknown = earlier.get(name) ?? null;
    const now: unknown = value ?? null;
    if (isDeepStrictEqual(toJson(old), toJson(now))) continue;
    const shown = type === 'webhook' && name === 'url' ? maskPaths : show;
    changes[name] = { before: shown(name, old), after: shown(name, now) };
  }
  return changes;
}

/** Values are compared as they are stored and sent: in any order of their keys, and without what is undefined. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function show(name: string, value: unknown): unknown {
  const masked = maskSecrets(name, value);
  const text = typeof masked === 'string' ? masked : (JSON.stringify(masked) ?? 'null');
  return text.length <= maxCharacters ? masked : shortenText(text, maxCharacters);
}

function maskPaths(_name: string, address: unknown): unknown {
  return typeof address === 'string' ? maskPath(address) : null;
}

function maskSecrets(name: string, value: unknown, isSecret = isSecretName): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((entry) => maskSecrets(name, entry, isSecret));
  if (typeof value === 'object') {
    // Any header may contain a credential.
    const isHeaders = /headers$/i.test(name);
    const isInnerSecret = /^query$/i.test(name) ? isSecretParameter : isSecretName;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isHeaders ? mask : maskSecrets(key, inner, isInnerSecret)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (isSecret(name) || name === secretAddress) return mask;
  return maskAddress(name === 'body' ? replaceSecretFields(value, () => mask) : value);
}

/** An address without the values of its secret parameters. Other text is returned unchanged. */
export function maskAddress(text: string): string {
  return replaceSecretParameters(text, () => mask);
}
