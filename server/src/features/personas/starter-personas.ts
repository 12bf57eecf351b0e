import { readdir, readFile } from 'node:fs/promises';
import { PersonaCreate } from '@portico/shared-types';
import type { AgentsPlatform } from '../agents/index.ts';
import { createPersona } from './personas.service.ts';

const folder = new URL('../../../personas/', import.meta.url);

/**
 * Gives a workspace the starter set, each persona once: changes and deletions by people are kept. The set has one
 * persona for each category, each a JSON file that serves as an example.
 */
export async function fillStarterPersonas(platform: AgentsPlatform, workspaceId: string): Promise<void> {
  const { sql } = platform.database;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const nameOf = (file: string): string => `starter persona ${workspaceId} ${file}`;
  const rows = await sql<{ name: string }[]>`SELECT name FROM settings WHERE name = ANY(${files.map(nameOf)})`;
  const known = new Set(rows.map(({ name }) => name));
  for (const file of files) {
    const name = nameOf(file);
    if (known.has(name)) continue;
    const persona = PersonaCreate.parse(JSON.parse(await readFile(new URL(file, folder), 'utf8')));
    const { id } = await createPersona(platform, workspaceId, persona);
    await sql`INSERT INTO settings (name, value) VALUES (${name}, ${id}) ON CONFLICT (name) DO NOTHING`;
  }
}
