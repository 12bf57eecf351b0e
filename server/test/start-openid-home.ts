import { afterAll } from 'vitest';
import { signUpOwner, type TestBrowser } from './browser.ts';
import { Navigator, type OpenIdHome } from './openid-navigator.ts';
import { openIdClient, startOpenIdProvider } from './openid-provider.ts';
import { startServer } from './start-server.ts';

const publicUrl = 'http://portico.example.com';

/** A server for the tests of a file, whose people sign in at a provider; both are closed after the last test. */
export async function startOpenIdHome(
  environment: Record<string, string> = {},
): Promise<OpenIdHome & { readonly owner: TestBrowser; readonly newNavigator: () => Navigator }> {
  const provider = await startOpenIdProvider(publicUrl);
  const server = await startServer({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: openIdClient.id,
    OIDC_CLIENT_SECRET: openIdClient.secret,
    ...environment,
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });
  const home = { server, provider, publicUrl };
  return { ...home, owner: await signUpOwner(server), newNavigator: () => new Navigator(home) };
}
