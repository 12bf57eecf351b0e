import postgres from 'postgres';

/** One connection to a Postgres server of the tests; the caller ends it. */
export function connect(databaseUrl: string): postgres.Sql {
  return postgres(databaseUrl, { max: 1, onnotice: () => undefined });
}
