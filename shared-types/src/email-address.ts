import { z } from 'zod';
import { emailPattern, maxEmailLength, withAsciiDomain } from './rules/read-email-address.ts';

/** An e-mail address; case-insensitive, with an international domain in either spelling. */
export const EmailAddress = z
  .string()
  .overwrite(withAsciiDomain)
  .email({ pattern: emailPattern })
  .max(maxEmailLength)
  .toLowerCase();
