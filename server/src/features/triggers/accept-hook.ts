import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HookAccepted } from '@portico/shared-types';
import { ApiError, invalid, notFound, unavailable } from '../../platform/errors.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import { badText, parseJson } from '../../platform/http/parse.ts';
import { isRecord } from '../../platform/is-record.ts';
import type { ExecutionsPlatform } from '../executions/index.ts';
import { tryUnseal } from '../../platform/seal.ts';
import { renameField } from '../../platform/rename-field.ts';
import { isStorableText } from '../../platform/storable-text.ts';
import { isSignedBy } from '../webhooks/index.ts';
import { fireTrigger } from './fire-trigger.ts';
import { findAnyTrigger } from './triggers.sql.ts';

/**
 * Fires a webhook trigger for anyone who knows its secret (docs/reference/triggers.md#webhook-triggers). A signed
 * delivery that is repeated within 24 hours fires nothing and gets the first response again. Throws 404, 401 for a
 * wrong secret or signature, 503 for a secret that was sealed under another SECRET_KEY, and 400 for a disabled trigger and for inputs that the workflow refuses.
 */
export async function acceptHook(
  platform: ExecutionsPlatform,
  id: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  signal: AbortSignal,
): Promise<HookAccepted> {
  const trigger = await findAnyTrigger(platform.database.sql, id);
  if (trigger === undefined || trigger.secret === null) throw notFound('trigger', id);
  const secret = tryUnseal(platform.config.secretKey, trigger.secret);
  if (secret === undefined) {
    throw unavailable(
      "The secret of this trigger can't be read, because SECRET_KEY has changed: rotate the secret.",
      60,
    );
  }
  const token = headers['x-portico-token'];
  const hasToken = typeof token === 'string';
  const mayFire = hasToken ? isSame(token, secret) : isSignedBy(secret, headers, body);
  if (!mayFire) throw new ApiError('invalid_api_key', 'The token or the signature is missing or wrong.');
  const fire = async (): Promise<HookAccepted> => {
    const inputs = readInputs(headers, body);
    // A sender knows the fields of its body, not what they are inputs of.
    const { execution_id } = await fireTrigger(platform, trigger, inputs).catch(renameField('body.inputs', 'body'));
    return { execution_id };
  };
  if (hasToken) return fire();
  const header = 'webhook-id';
  const key = sha256(String(headers[header])).toString('base64url');
  return runOnce(platform, { holder: id, header, key, path: `/hooks/${id}`, hash: sha256(body) }, signal, fire);
}

/** An object becomes the inputs, anything else the input `body`; a body that isn't declared as JSON may be text. */
function readInputs(headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const value = /[/+]json\b/i.test(headers['content-type'] ?? '') ? parseJson(body) : readAnything(body);
  return isRecord(value) ? value : { body: value };
}

function readAnything(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalid({ path: 'body', message: 'is neither JSON nor text in UTF-8' });
  }
  if (!isStorableText(text)) throw badText('body');
  try {
    return parseJson(body);
  } catch {
    return text;
  }
}

function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(sha256(given), sha256(secret));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
