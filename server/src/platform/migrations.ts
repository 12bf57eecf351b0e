import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** The numbered SQL files of `server/migrations`, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })));
}
