import { expect, it } from 'vitest';
import { createMask } from './mask-secrets.ts';

it('blacks out the given secrets, also as JSON writes them', () => {
  const mask = createMask(['sk-0123456789', 'a "quoted" secret']);
  expect(mask('Incorrect key: sk-0123456789.')).toBe('Incorrect key: [redacted].');
  expect(mask(JSON.stringify({ said: 'a "quoted" secret' }))).toBe('{"said":"[redacted]"}');
});

it('blacks out keys and signing secrets by their form, and keeps what distinguishes them', () => {
  const mask = createMask([]);
  const key = `ptk_${'0'.repeat(26)}_${'a'.repeat(49)}`;
  expect(mask(`"${key}"`)).toBe(`"ptk_${'0'.repeat(26)}_[redacted]"`);
  expect(mask(`whsec_${'A'.repeat(43)}=`)).toBe('whsec_[redacted]');
  expect(mask('key_01m7zfjhz3e75naf1q7r023tca agt_1')).toBe('key_01m7zfjhz3e75naf1q7r023tca agt_1');
});
