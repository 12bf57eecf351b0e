import { readdir, readFile } from 'node:fs/promises';
import { PersonaCreate } from '@portico/shared-types';
import type { AgentsPlatform } from '../agents/index.ts';
import { createPersona } from './personas.service.ts';

const folder = new URL('../../../personas/', import.meta.url);

/** The starter set: one persona for each category, each a JSON file that serves as an example. */
async function readStarterPersonas(): Promise<{ file: string; persona: PersonaCreate }[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const value: unknown = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
      return { file, persona: PersonaCreate.parse(value) };
    }),
  );
}

/** Gives a workspace the starter set, each persona once: changes and deletions by people are kept. */
export async function fillStarterPersonas(platform: AgentsPlatform, workspaceId: string): Promise<void> {
  const { sql } = platform.database;
  for (const { file, persona } of await readStarterPersonas()) {
    const name = `starter persona ${workspaceId} ${file}`;
    const known = await sql`SELECT 1 FROM settings WHERE name = ${name}`;
    if (known.length > 0) continue;
    const { id } = await createPersona(platform, workspaceId, persona);
    await sql`INSERT INTO settings (name, value) VALUES (${name}, ${id}) ON CONFLICT (name) DO NOTHING`;
  }
}
