import type { Config } from './config.ts';

/** What Portico itself hands out, by its form. */
const issued = /\b(ptk_[0-9a-z]{26}_|whsec_)[0-9A-Za-z+/=]{20,}/g;
/** Shorter ones would be found in words that have nothing to do with them. */
const shortest = 8;

/** Every secret of the server's own environment: its keys, and the passwords in its addresses. */
export function listSecrets(config: Config): string[] {
  const { secretKey, apiKey, metricsToken, s3, models, databaseUrl, redisUrl, mail, oidc } = config;
  const passwords = [databaseUrl, redisUrl, mail?.smtpUrl].map((url) =>
    decodeURIComponent(URL.parse(url ?? '')?.password ?? ''),
  );
  const all = [
    secretKey,
    apiKey,
    metricsToken,
    s3?.secretAccessKey,
    models.openaiApiKey,
    oidc?.clientSecret,
    ...passwords,
  ];
  return all.filter((secret): secret is string => secret !== undefined && secret.length >= shortest);
}

/**
 * Makes what blacks secrets out of a line of the log: the given ones, and keys and signing secrets of Portico's form. An
 * error of another party can repeat what it was sent, such as a provider that refuses a key by its text.
 */
export function createMask(secrets: readonly string[]): (line: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  return (line) => {
    let masked = line.replace(issued, '$1[redacted]');
    for (const form of forms) masked = masked.replaceAll(form, '[redacted]');
    return masked;
  };
}
