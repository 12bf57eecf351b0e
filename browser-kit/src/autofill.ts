import type { PublicFormField } from '@portico/shared-types/api/public-forms';

/** Names of fields that ask for what browsers know about their owners, by the token of `autocomplete`. */
const spellings = {
  name: 'name your_name full_name ihr_name dein_name',
  'given-name': 'first_name given_name vorname',
  'family-name': 'last_name family_name surname nachname familienname',
  email: 'email e_mail email_address e_mail_address e_mail_adresse',
  tel: 'tel phone phone_number telephone telephone_number mobile_number telefon telefonnummer handynummer',
  organization: 'company company_name organization organisation firma firmenname',
  'organization-title': 'job_title',
  'address-line1': 'street address_line_1 strasse strasse_und_hausnummer',
  'address-line2': 'address_line_2',
  'postal-code': 'zip zip_code postal_code postcode plz postleitzahl',
  'address-level2': 'city town stadt wohnort',
  'country-name': 'country',
};
const tokens = new Map(
  Object.entries(spellings).flatMap(([token, names]) => names.split(' ').map((name) => [name, token])),
);
const addresses: ReadonlySet<string> = new Set(['address', 'street_address', 'postal_address', 'adresse', 'anschrift']);
const birthdays: ReadonlySet<string> = new Set(['birthday', 'date_of_birth', 'birth_date', 'geburtsdatum']);

/** The `autocomplete` of a field whose name says what it asks for; undefined for every other one. */
export function autofillOf({ type, name, format }: PublicFormField): string | undefined {
  if (format === 'email') return format;
  // Like firstName.
  const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  if (type === 'text') return tokens.get(plain);
  if (type === 'textarea') return addresses.has(plain) ? 'street-address' : undefined;
  return type === 'date' && birthdays.has(plain) ? 'bday' : undefined;
}
