import type { Config } from './config.ts';

/** The formats of secrets that Portico issues. */
const issued = /\b(ptk_[0-9a-z]{26}_|whsec_)[0-9A-Za-z+/=]{20,}/g;
/** Names of fields whose values are secrets. */
const secretName = /secret|password|passwd|token(?!s)|api_?key$|authorization|credential|private/i;

/** Whether the value of a field with this name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Shorter secrets would match unrelated text. */
const shortest = 8;

/** All secrets in the server's environment: its keys, and the passwords in its addresses. */
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
 * Creates the function that masks secrets in a log line: the given ones, and keys and signing secrets in Portico's
 * format. An external error can repeat what it was sent, such as the text of a refused key.
 */
export function createMask(secrets: readonly string[]): (line: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  return (line) => {
    let masked = line.replace(issued, '$1[redacted]');
    for (const form of forms) masked = masked.replaceAll(form, '[redacted]');
    return masked;
  };
}
