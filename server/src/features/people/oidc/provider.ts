import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../../../platform/config.ts';

const known = new WeakMap<OidcConfig, { readonly provider: Promise<Configuration>; readonly until: number }>();
/** Endpoints and keys are read again after this. */
const validMs = 3_600_000;
const timeoutSeconds = 10;

/** The library, loaded with the first sign-in: most servers have no provider. */
export const loadClient = async () => import('openid-client');

/** The provider's endpoints, read from the issuer when they are first needed, and again every hour. */
export async function getProvider(config: OidcConfig): Promise<Configuration> {
  const cached = known.get(config);
  if (cached !== undefined && cached.until > Date.now()) return cached.provider;
  const issuer = new URL(config.issuer);
  const isPlain = issuer.protocol === 'http:';
  const provider = loadClient().then(async ({ allowInsecureRequests, discovery }) =>
    discovery(issuer, config.clientId, config.clientSecret, undefined, {
      timeout: timeoutSeconds,
      ...(isPlain ? { execute: [allowInsecureRequests] } : {}),
    }),
  );
  known.set(config, { provider, until: Date.now() + validMs });
  // One that can't be reached is asked again the next time.
  provider.catch(() => known.delete(config));
  return provider;
}
