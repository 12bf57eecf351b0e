import { expect, it } from 'vitest';
import { createMask } from './mask-secrets.ts';

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
