import { resolveTxt } from 'node:dns/promises';
import type { Platform } from '../../../platform/platform.ts';
import { raceAbort } from '../../../platform/race-abort.ts';
import { domainToken, holdsToken, type ResolveTxt } from './claim-domains.ts';
import { findDomainsToCheck, findSlugOfDomain, noteDomainCheck } from './domains.sql.ts';

/**
 * Looks up `_portico.<domain>` of the domains that are due; a domain whose record has its interface's `domain_token`
 * serves the interface, and stops serving it once the record is gone. A temporary failure changes nothing. They are
 * looked up at the same time, because a name server that doesn't answer takes half a minute; a server that stops doesn't
 * wait for it.
 */
export async function checkDomains(platform: Platform, resolve: ResolveTxt = resolveTxt): Promise<void> {
  const { database, stopping } = platform;
  const { sql } = database;
  const due = await findDomainsToCheck(sql, 20);
  await Promise.all(
    due.map(async (named) => {
      const token = domainToken(platform, named.interface_id);
      const isFound = await holdsToken(named.domain, token, async (name) => raceAbort(resolve(name), stopping));
      if (!stopping.aborted) await noteDomainCheck(sql, named, isFound);
    }),
  );
}

/** The slug of the chat interface that a Host serves at `/`, also of a paused one; undefined for any other name. */
export async function findChatSlugOfHost(platform: Platform, host: string): Promise<string | undefined> {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return findSlugOfDomain(platform.database.sql, name);
}
