import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { type AllowList, plainHost } from './allow-list.ts';
import { OutboundError } from './outbound-error.ts';
import { type Lookup, resolveHost } from './resolve-host.ts';

type Connector = buildConnector.connector;
type Options = buildConnector.Options;
type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/**
 * The connect hook of the undici agent: resolves the host, checks the result, and connects to exactly that address.
 * Every connection goes through here, including IP literals, and the name is never resolved a second time, so that a
 * DNS answer which changes in between (DNS rebinding) has no effect. TLS still verifies the name.
 */
export function createConnector(allow: AllowList, lookup: Lookup, connect: Connector): Connector {
  return (options, callback) => {
    void (async () => {
      const socket = await openSocket(options, allow, lookup, connect).catch(toError);
      if (socket instanceof Error) callback(socket, null);
      else callback(null, socket);
    })();
  };
}

async function openSocket(options: Options, allow: AllowList, lookup: Lookup, connect: Connector): Promise<Socket> {
  const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
  const host = plainHost(options.hostname);
  const addresses = await resolveHost(host, port, allow, lookup);
  const isTLS = options.protocol === 'https:';
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await connectTo(connect, {
        ...options,
        hostname: address,
        port: String(port),
        ...(isTLS && isIP(host) === 0 ? { servername: host } : {}),
      });
    } catch (error) {
      // An address that a server listens at says more than one that can't be reached, such as that of IPv6.
      if (describeTls(failure) === undefined) failure = error;
    }
  }
  const message = describeTls(failure) ?? 'No connection to the server of this address could be made.';
  throw new OutboundError('connection_failed', message, failure);
}

/** Without the details of TLS, the owner of a server would search its network for the mistake. */
function describeTls(failure: unknown): string | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  if (code.startsWith('ERR_SSL_')) return 'No TLS connection to the server of this address could be made.';
  // The codes of OpenSSL's verification, and Node's for another name (Node.js, “X509 certificate error codes”).
  if (/CERT|UNABLE_TO_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH/.test(code)) {
    return 'The certificate of this server is invalid: it has expired, is for another name, or its issuer is unknown.';
  }
  return undefined;
}

function connectTo(connect: Connector, options: Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('no socket'));
    });
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
