import { expect, it } from 'vitest';
import { createMask, isSecretName, isSecretParameter } from './mask-secrets.ts';

it('masks the given secrets, also in their JSON form', () => {
  const mask = createMask(['sk-0123456789', 'a "quoted" secret']);
  expect(mask('Incorrect key: sk-0123456789.')).toBe('Incorrect key: [redacted].');
  expect(mask(JSON.stringify({ said: 'a "quoted" secret' }))).toBe('{"said":"[redacted]"}');
});

it('masks keys and signing secrets by their format, and keeps their distinguishing part', () => {
  const mask = createMask([]);
  const key = `ptk_${'0'.repeat(26)}_${'a'.repeat(49)}`;
  expect(mask(`"${key}"`)).toBe(`"ptk_${'0'.repeat(26)}_[redacted]"`);
  expect(mask(`whsec_${'A'.repeat(43)}=`)).toBe('whsec_[redacted]');
  expect(mask('key_01m7zfjhz3e75naf1q7r023tca agt_1')).toBe('key_01m7zfjhz3e75naf1q7r023tca agt_1');
});

const secrets =
  'api_key apiKey api-key X-Api-Key access_key Ocp-Apim-Subscription-Key auth sig pwd db_pwd access_token client_secret';
const harmless =
  'keys keyword passkey author authors design signal max_tokens tokens_used idempotency_key storage_key message_key';

it.each(secrets.split(' '))('takes %s for the name of a secret', (name) => {
  expect([isSecretName(name), isSecretParameter(name)]).toEqual([true, true]);
});

it.each(['key', 'Key', 'signature', 'X-Amz-Signature'])('takes %s for a secret only as a parameter', (name) => {
  expect([isSecretName(name), isSecretParameter(name)]).toEqual([false, true]);
});

it.each(harmless.split(' '))('takes %s for no secret', (name) => {
  expect([isSecretName(name), isSecretParameter(name)]).toEqual([false, false]);
});
