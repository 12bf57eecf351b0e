import type { Config } from './config.ts';

/** The formats of secrets that Portico issues. */
const issued = /\b(ptk_[0-9a-z]{26}_|whsec_)[0-9A-Za-z+/=]{20,}/g;
/** Parts of names of fields whose values are secrets. */
const secretName = /secret|password|passwd|token(?!s)|authorization|credential|private/i;
/** More such names, without separators. `author`, `design` and `idempotency_key` are none. */
const secretWord = /(?:api|app|auth|access|account|subscription)key$|pwd$|^(?:auth|sig)$/;
/** Names that mean a secret in a request to another server, but not in a definition. */
const secretParameter = /^key$|signature$/;
/** A parameter in an address. */
const parameter = /([?&])([^=&#?]+)=([^&#]*)/g;
/** An address, also one whose beginning is a placeholder. */
const address = /^(?:https?:\/\/|\{\{[^{}]*\}\}[/?])/i;
/** Parameters without an address, as in the body of a form. */
const form = /^[\w.~%+-]+=[^\s<>]*$/;

/** Whether the value of a field with this name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) || secretWord.test(withoutSeparators(name));
}

/** Whether the value of a parameter of a request with this name is a secret. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || secretParameter.test(withoutSeparators(name));
}

/** Replaces the values of secret parameters in an address. Other text is returned unchanged. */
export function replaceSecretParameters(text: string, replace: (value: string, name: string) => string): string {
  return address.test(text) ? replaceParameters(text, replace) : text;
}

/** Replaces the values of secret parameters in the body of a form. Other text is returned unchanged. */
export function replaceSecretFormFields(text: string, replace: (value: string, name: string) => string): string {
  return form.test(text) ? replaceParameters(`?${text}`, replace).slice(1) : text;
}

/** Replaces the values of secret parameters in a text that is meant to be an address, valid or not. */
export function replaceParameters(text: string, replace: (value: string, name: string) => string): string {
  return text.replace(parameter, (whole, start: string, name: string, value: string) =>
    value !== '' && isSecretParameter(name) ? `${start}${name}=${replace(value, name)}` : whole,
  );
}

function withoutSeparators(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
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
