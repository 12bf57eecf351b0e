import { z } from 'zod';
import { defineSealedCookie } from '../sealed-cookie.ts';

/** The data that verifies a pending sign-in when the browser returns; only that browser has it, for ten minutes. */
export const attemptCookie = defineSealedCookie(
  'portico_oidc',
  z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() }),
  600,
);
