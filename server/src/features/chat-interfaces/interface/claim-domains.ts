import { Resolver } from 'node:dns/promises';
import type { Transaction } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deriveSecret } from './derive-secret.ts';
import { findUnverifiedElsewhere, releaseDomains, replaceDomains } from './domains.sql.ts';

/** Looks up the TXT records of a name, each as a list of strings (RFC 1035 section 3.3.14). */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** Somebody waits for the look-up. */
const shortWait = { timeout: 2_000, tries: 2 };

/** The value of the TXT record that proves the ownership of an interface's domains. */
export function domainToken(platform: Platform, id: string): string {
  return `portico-${deriveSecret(platform.config.secretKey, 'domain', id)}`;
}

/** Whether the domain's TXT record has the token; undefined after a temporary failure. */
export async function holdsToken(domain: string, token: string, resolve: ResolveTxt): Promise<boolean | undefined> {
  try {
    const records = await resolve(`_portico.${domain}`);
    return records.some((pieces) => pieces.join('').trim() === token);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? false : undefined;
  }
}

/**
 * The domains that another interface has without a proof, and whose TXT record already has the token of this one. A
 * stranger can name any domain; its owner must be able to use it.
 */
export async function proveDomains(
  platform: Platform,
  interfaceId: string,
  domains: readonly string[],
  resolve: ResolveTxt = async (name) => new Resolver(shortWait).resolveTxt(name),
): Promise<string[]> {
  const token = domainToken(platform, interfaceId);
  const named = await findUnverifiedElsewhere(platform.database.sql, interfaceId, domains);
  const isProven = await Promise.all(named.map(async (domain) => holdsToken(domain, token, resolve)));
  return named.filter((_, at) => isProven[at] === true);
}

/**
 * Sets the domains of an interface; the `proven` ones, which a new interface can't have yet, are taken from interfaces
 * without a proof. Throws 400 for taken ones.
 */
export async function claimDomains(
  platform: Platform,
  tx: Transaction,
  owner: { workspaceId: string; interfaceId: string },
  domains: readonly string[],
  proven?: readonly string[],
): Promise<void> {
  const own = new URL(platform.publicUrl).hostname;
  if (proven !== undefined && proven.length > 0) await releaseDomains(tx, owner.interfaceId, proven);
  const taken = new Map(await replaceDomains(tx, owner, domains));
  const faults = domains.flatMap((domain, at) => {
    if (domain !== own && !taken.has(domain)) return [];
    const isUnproven = taken.get(domain) === false;
    const prove =
      proven === undefined
        ? 'create this chat without it, then add the TXT record of its domain_token and the domain'
        : `add the TXT record _portico.${domain} with the value ${domainToken(platform, owner.interfaceId)} and try again`;
    const message = isUnproven ? `is taken by another chat without a proof: remove it there, or ${prove}` : 'is taken';
    return [{ path: `body.custom_domains[${at}]`, message, code: 'taken' as const }];
  });
  if (faults.length > 0) throw invalid(faults);
}
