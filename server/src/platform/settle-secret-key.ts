import type { Settings } from './config.ts';
import type { Database, Sql } from './database.ts';
import { StartError } from './errors.ts';
import { acceptCommand, fingerprintKey, keepSecretKey, readSecretKey, secretKeyPath } from './secret-key.ts';

/** The setting that identifies the key of the installation. */
const settingName = 'secret_key_fingerprint';

type KeySettings = Pick<Settings, 'dataDir' | 'secretKey' | 'isKeyGiven'>;

/**
 * Returns the secret key of the installation: SECRET_KEY, or the one in DATA_DIR. The database stores its fingerprint,
 * which the first start writes; it also creates a key, if there is none (`mayCreate`). Commands do neither.
 * @throws StartError if the key is missing or another one, with what to do.
 */
export async function settleSecretKey(
  settings: KeySettings,
  { sql }: Database,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<string> {
  let known = await readFingerprint(sql);
  // Another process may have created it since the settings were read.
  const given = settings.secretKey ?? readSecretKey(settings.dataDir);
  if (given === undefined && (known !== undefined || !mayCreate)) throw missing(settings.dataDir);
  const key = given ?? keepSecretKey(settings.dataDir);
  if (known === undefined && mayCreate) {
    await sql`
      INSERT INTO settings (name, value) VALUES (${settingName}, ${fingerprintKey(key)})
      ON CONFLICT (name) DO NOTHING`;
    known = await readFingerprint(sql);
  }
  if (known === undefined || known === fingerprintKey(key)) return key;
  const subject = settings.isKeyGiven ? 'SECRET_KEY:' : `DATA_DIR: ${secretKeyPath(settings.dataDir)}`;
  throw new StartError(
    `${subject} is not the key of this installation. Set SECRET_KEY to the key that it had before, or DATA_DIR to its ` +
      `folder; if that key is lost, run "${acceptCommand}"`,
  );
}

/**
 * Makes the key of the settings that of the installation, although stored secrets can't be read with it; DATA_DIR gets a
 * new key if there is none. Returns false if it was that of the installation already.
 */
export async function acceptSecretKey(settings: KeySettings, { sql }: Database): Promise<boolean> {
  const fingerprint = fingerprintKey(settings.secretKey ?? keepSecretKey(settings.dataDir));
  if ((await readFingerprint(sql)) === fingerprint) return false;
  await sql`
    INSERT INTO settings (name, value) VALUES (${settingName}, ${fingerprint})
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`;
  return true;
}

async function readFingerprint(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = ${settingName}`;
  return row?.value;
}

function missing(dataDir: string): StartError {
  return new StartError(
    `DATA_DIR: ${secretKeyPath(dataDir)} is missing. Set DATA_DIR to the folder of this installation, or SECRET_KEY to ` +
      `its key; if the key is lost, run "${acceptCommand}"`,
  );
}
