import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../../../platform/config.ts';
import { fetchTrusted } from '../../../platform/outbound/index.ts';

const known = new WeakMap<OidcConfig, { readonly provider: Promise<Configuration>; readonly until: number }>();
/** Endpoints and keys are fetched again after this time. */
const validMs = 3_600_000;
const timeoutSeconds = 10;
/** Of one response. The largest have the claims of a person in thousands of groups. */
const maxBytes = 1_048_576;

/** The library, loaded with the first sign-in: most servers have no provider. */
export const loadClient = async () => import('openid-client');

/** The provider's endpoints, fetched from the issuer on first use, and again every hour. */
export async function getProvider(config: OidcConfig): Promise<Configuration> {
  const cached = known.get(config);
  if (cached !== undefined && cached.until > Date.now()) return cached.provider;
  const issuer = new URL(config.issuer);
  const isPlain = issuer.protocol === 'http:';
  const provider = loadClient().then(async ({ allowInsecureRequests, customFetch, discovery }) =>
    discovery(issuer, config.clientId, config.clientSecret, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: async (url, { body, ...init }) =>
        fetchTrusted(url, { ...init, ...(body === undefined ? {} : { body }) }, maxBytes),
      ...(isPlain ? { execute: [allowInsecureRequests] } : {}),
    }),
  );
  known.set(config, { provider, until: Date.now() + validMs });
  // A failure is not cached.
  provider.catch(() => known.delete(config));
  return provider;
}

/** After a failed sign-in: the endpoints may have moved, so they are fetched again for the next one. */
export function forgetProvider(config: OidcConfig): void {
  known.delete(config);
}
