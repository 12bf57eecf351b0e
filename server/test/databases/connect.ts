import postgres from 'postgres';

/** Opens one connection to a Postgres server of the tests; the caller closes it. */
export function connect(databaseUrl: string): postgres.Sql {
  return postgres(databaseUrl, { max: 1, onnotice: () => undefined });
}
