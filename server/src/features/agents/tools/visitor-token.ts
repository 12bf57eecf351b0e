import type { VisitorContext } from '../../../platform/visitor-context.ts';
import { createHmac } from 'node:crypto';
import type { AgentsPlatform } from '../agent-ports.ts';

export const visitorTokenHeader = 'x-portico-visitor';
const lifetimeSeconds = 300;

/**
 * A JWT (RFC 7519, HS256 with the interface's identity secret) that identifies the visitor to the tool's server at
 * `url`. Undefined for an unverified visitor, and if the interface was deleted.
 */
export async function signVisitorToken(
  platform: AgentsPlatform,
  visitor: VisitorContext | null,
  url: URL,
): Promise<string | undefined> {
  if (visitor === null || visitor.identity === null) return undefined;
  const secret = await platform.agents.ports.findIdentitySecret(visitor.workspaceId, visitor.interfaceId);
  if (secret === undefined) return undefined;
  const { userId, name, email } = visitor.identity;
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: platform.publicUrl,
    sub: userId,
    aud: `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    ...(email === null ? {} : { email }),
    ...(name === null ? {} : { name }),
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
