import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { serverTemplate } from './templates.ts';

/** Creates a migrated database on a real server as a clone of the template; with `template1` it has no tables. */
export async function cloneServerDatabase(
  databaseUrl: string,
  options: { prefix?: string; template?: string } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${options.prefix ?? 'portico_'}${randomUUID().replaceAll('-', '')}`;
  const template = options.template ?? (await serverTemplate(databaseUrl));
  const admin = postgres(databaseUrl, { max: 1, idle_timeout: 5, onnotice: () => undefined });
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
