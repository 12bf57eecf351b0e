import type { Config } from '../config.ts';
import { createLocalStorage } from './local-storage.ts';
import type { OpenStorage } from './storage.ts';

/** Opens the storage named in the config. */
export async function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<OpenStorage> {
  if (s3 === undefined)
    return { ...(await createLocalStorage(dataDir)), watch: () => undefined, close: () => undefined };
  // The client is large, and most servers store their files in a folder.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3, dataDir);
}
