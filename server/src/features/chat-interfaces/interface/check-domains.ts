import { resolveTxt } from 'node:dns/promises';
import type { Platform } from '../../../platform/platform.ts';
import { domainToken, holdsToken, type ResolveTxt } from './claim-domains.ts';
import { findDomainsToCheck, findSlugOfDomain, noteDomainCheck } from './domains.sql.ts';

/**
 * Looks up `_portico.<domain>` of the domains that are due; a domain whose record has its interface's `domain_token`
 * serves the interface, and stops serving it once the record is gone. A temporary failure changes nothing. They are
 * looked up at the same time, because a name server that doesn't answer takes half a minute.
 */
export async function checkDomains(platform: Platform, resolve: ResolveTxt = resolveTxt): Promise<void> {
  const { sql } = platform.database;
  const due = await findDomainsToCheck(sql, 20);
  await Promise.all(
    due.map(async (named) => {
      const token = domainToken(platform, named.interface_id);
      await noteDomainCheck(sql, named, await holdsToken(named.domain, token, resolve));
    }),
  );
}

/** The slug of the chat interface that a Host serves at `/`, also of a paused one; undefined for any other name. */
export async function findChatSlugOfHost(platform: Platform, host: string): Promise<string | undefined> {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return findSlugOfDomain(platform.database.sql, name);
}
