import type { Sql, Transaction } from '../../../platform/database.ts';

/** Sets the domains of the interface; returns those of another interface, and whether each of them is verified. */
export async function replaceDomains(
  tx: Transaction,
  { workspaceId, interfaceId }: { workspaceId: string; interfaceId: string },
  domains: readonly string[],
): Promise<[domain: string, isVerified: boolean][]> {
  const wanted = [...domains];
  await tx`DELETE FROM chat_domains WHERE interface_id = ${interfaceId} AND NOT (domain = ANY(${wanted}))`;
  await tx`
    INSERT INTO chat_domains (domain, workspace_id, interface_id)
    SELECT domain, ${workspaceId}, ${interfaceId} FROM unnest(${wanted}::text[]) AS new (domain)
    ON CONFLICT (domain) DO NOTHING`;
  const taken = await tx<{ domain: string; is_verified: boolean }[]>`
    SELECT domain, verified_at IS NOT NULL AS is_verified FROM chat_domains
    WHERE domain = ANY(${wanted}) AND interface_id <> ${interfaceId}`;
  return taken.map(({ domain, is_verified: isVerified }) => [domain, isVerified]);
}

/** Those of the domains that another interface has, unverified. */
export async function findUnverifiedElsewhere(
  sql: Sql,
  interfaceId: string,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ domain: string }[]>`
    SELECT domain FROM chat_domains
    WHERE domain = ANY(${[...domains]}) AND interface_id <> ${interfaceId} AND verified_at IS NULL`;
  return rows.map(({ domain }) => domain);
}

/** Removes unverified domains from all interfaces but one, also from their settings. */
export async function releaseDomains(tx: Transaction, keptId: string, domains: readonly string[]): Promise<void> {
  const released = await tx<{ domain: string; interface_id: string }[]>`
    DELETE FROM chat_domains WHERE domain = ANY(${[...domains]}) AND interface_id <> ${keptId} AND verified_at IS NULL
    RETURNING domain, interface_id`;
  for (const { domain, interface_id: id } of released) {
    await tx`
      UPDATE chat_interfaces SET updated_at = now(), settings = jsonb_set(settings::jsonb, '{custom_domains}',
        (settings::jsonb -> 'custom_domains') - ${domain}::text)::json
      WHERE id = ${id}`;
  }
}

/** The interface for a verified domain, also a paused one. */
export async function findSlugOfDomain(sql: Sql, domain: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`
    SELECT i.slug FROM chat_domains d JOIN chat_interfaces i ON i.id = d.interface_id
    WHERE d.domain = ${domain} AND d.verified_at IS NOT NULL`;
  return row?.slug;
}

/** The domains of an interface, and when each was verified. */
export async function listDomains(
  sql: Sql,
  interfaceId: string,
): Promise<{ domain: string; verified_at: string | null; checked_at: string | null }[]> {
  return sql<{ domain: string; verified_at: string | null; checked_at: string | null }[]>`
    SELECT domain, verified_at, checked_at FROM chat_domains WHERE interface_id = ${interfaceId} ORDER BY domain`;
}

/** Domains that are due for a look-up, the workspaces in turn, in each the ones never looked up first. */
export async function findDomainsToCheck(
  sql: Sql,
  limit: number,
): Promise<{ domain: string; interface_id: string; verified_at: string | null }[]> {
  return sql<{ domain: string; interface_id: string; verified_at: string | null }[]>`
    SELECT domain, interface_id, verified_at FROM chat_domains
    WHERE checked_at IS NULL
      OR checked_at < now() - CASE WHEN verified_at IS NULL THEN interval '1 minute' ELSE interval '1 day' END
    ORDER BY row_number() OVER (PARTITION BY workspace_id ORDER BY checked_at NULLS FIRST), checked_at NULLS FIRST
    LIMIT ${limit}`;
}

/** Stores the result of a look-up, if the interface still has the domain; undefined is a failure and changes nothing. */
export async function noteDomainCheck(
  sql: Sql,
  { domain, interface_id: id }: { domain: string; interface_id: string },
  isVerified: boolean | undefined,
): Promise<void> {
  await sql`
    UPDATE chat_domains SET checked_at = now(),
      verified_at = CASE WHEN ${isVerified ?? null}::boolean IS NULL THEN verified_at
        WHEN ${isVerified ?? null}::boolean THEN coalesce(verified_at, now()) END
    WHERE domain = ${domain} AND interface_id = ${id}`;
}
