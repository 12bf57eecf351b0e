import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { listenOnLoopback } from './loopback.ts';

/** A person who has an account at the provider. */
export interface OpenIdAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** Of Microsoft Entra ID, which has no `email_verified`. */
  readonly xms_edov?: unknown;
  readonly name?: string;
  readonly picture?: string;
}

export interface OpenIdProvider {
  readonly issuer: string;
  /** The person who signs in next. */
  account: OpenIdAccount;
  close(): Promise<void>;
}

export const openIdClient = { id: 'portico', secret: 'a secret of the client, long enough' } as const;

/** Starts a real OpenID provider on loopback, where people sign in and consent automatically. */
export async function startOpenIdProvider(publicUrl: string): Promise<OpenIdProvider> {
  const http = createServer();
  const { url: issuer, close } = await listenOnLoopback(http);
  const accounts = new Map<string, OpenIdAccount>();
  const self: OpenIdProvider = {
    issuer,
    account: { sub: 'nobody' },
    close,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: openIdClient.id,
        client_secret: openIdClient.secret,
        redirect_uris: [`${publicUrl}/api/v1/auth/oidc/callback`],
      },
    ],
    claims: { email: ['email', 'email_verified', 'xms_edov'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['of the test'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, id) => {
      const account = accounts.get(id);
      return account === undefined ? undefined : { accountId: id, claims: async () => ({ ...account }) };
    },
  });
  const serve = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      accounts.set(self.account.sub, self.account);
      await provider.interactionFinished(request, response, { login: { accountId: self.account.sub } });
      return;
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) void serve(request, response);
    else {
      interact(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    }
  });
  return self;
}
