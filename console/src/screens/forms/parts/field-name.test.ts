import { expect, test } from 'vitest';
import { nameOfLabel } from './field-name.ts';

test.each([
  ['Phone number', 'phone_number'],
  ['What’s your e-mail?', 'whats_your_e_mail'],
  ['Straße & Größe (m²)', 'strasse_grosse_m2'],
  ['How did you hear about the harbour and its berths?', 'how_did_you_hear_about_the_harbour_and'],
])('the label %j suggests a name', (label, name) => {
  expect(nameOfLabel(label, ['other'])).toBe(name);
});

test.each(['', '?', '3 berths', 'الاسم', 'Имя', 'Køn', 'Files', 'Message', 'Other', 'x'.repeat(65)])(
  'the label %j suggests none',
  (label) => {
    expect(nameOfLabel(label, ['other'])).toBeUndefined();
  },
);
