import type { IncomingHttpHeaders } from 'node:http';
import type { CreateChatSession } from '@portico/shared-types';
import ipaddr from 'ipaddr.js';
import { readLanguage } from '../../../platform/http/read-language.ts';
import type { ChatSettings } from '../interface/chat-interfaces.sql.ts';
import type { Visit } from './sessions.sql.ts';

interface Arrival {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: CreateChatSession;
}

/** The data of a visit that the interface's tracking allows to be stored; nothing else of it is stored anywhere. */
export function trackVisitor(
  { tracking, locale }: Pick<ChatSettings, 'tracking' | 'locale'>,
  { ip, headers, body }: Arrival,
): Omit<Visit, 'origin'> {
  return {
    ip: tracking.ip === 'none' ? null : keepAddress(ip, tracking.ip),
    user_agent: tracking.user_agent ? (headers['user-agent']?.toWellFormed().slice(0, 1_000) ?? null) : null,
    referrer: tracking.referrer ? (body.referrer ?? null) : null,
    page_url: tracking.referrer && body.pageUrl !== undefined ? withoutResumeLink(body.pageUrl) : null,
    // In an interface with a language, visitors of any browser see that one unless their page chooses another.
    locale: body.locale ?? (locale === null ? readLanguage(headers) : undefined) ?? null,
    metadata: body.metadata ?? {},
  };
}

/** A page's address without the token of the mailed link that led there: the team and its tools see the address. */
export function withoutResumeLink(url: string): string {
  return url.replace(/[#&]portico-resume=[\w-]+/u, '');
}

/** The whole address, or without its last octet (IPv6: only its first 48 bits). */
function keepAddress(ip: string, how: 'truncated' | 'full'): string | null {
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  if (how === 'full') return address.toString();
  const prefix = address.kind() === 'ipv4' ? 24 : 48;
  return address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString();
}
