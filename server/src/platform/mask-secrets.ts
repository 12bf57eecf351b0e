import type { Config } from './config.ts';

/** The formats of secrets that Portico issues. */
const issued = /\b(ptk_[0-9a-z]{26}_|whsec_)[0-9A-Za-z+/=]{20,}/g;
/** Parts of names of fields whose values are secrets. */
const secretName = /secret|password|passwd|token(?!s)|authorization|credential|private/i;
/** More such names, without separators. `author`, `design` and `idempotency_key` are none. */
const secretWord = /(?:api|app|auth|access|account|subscription)key$|pwd$|^(?:auth|sig)$/;
/** Names that mean a secret in a request to another server, but not in a definition. */
const secretParameter = /^key$|signature$/;
/** The name of a parameter in an address. */
const parameter = /[?&]([^=&#?]+)=/g;
/** What ends the value of a parameter, and placeholders, in which it doesn't. */
const parameterEnd = /\{\{[^{}]*\}\}|[&#]/g;
/** A placeholder in a text. */
const placeholder = /\{\{[^{}]*\}\}/g;
/** A field with a text in JSON, which may have placeholders and need not be valid. */
const jsonField = /"([^"\\]+)"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*)*)"/g;
/** An address, also one whose beginning is a placeholder. */
const address = /^(?:https?:\/\/|\{\{[^{}]*\}\}[/?])/i;
/** Parameters without an address, as in the body of a form, of which placeholders are left out. */
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

/** Replaces the values of secret fields in the body of a form or of JSON. Other text is returned unchanged. */
export function replaceSecretFields(text: string, replace: (value: string, name: string) => string): string {
  if (/^\s*(?:\[|\{(?!\{))/.test(text)) {
    return text.replace(jsonField, (whole, name: string, colon: string, value: string) =>
      value !== '' && isSecretName(name) ? `"${name}"${colon}"${replace(value, name)}"` : whole,
    );
  }
  return form.test(text.replace(placeholder, '')) ? replaceParameters(`?${text}`, replace).slice(1) : text;
}

/** Replaces the values of secret parameters in a text that is meant to be an address, valid or not. */
export function replaceParameters(text: string, replace: (value: string, name: string) => string): string {
  let replaced = '';
  let done = 0;
  for (;;) {
    parameter.lastIndex = done;
    const found = parameter.exec(text);
    if (found === null) return replaced + text.slice(done);
    const [whole, name = ''] = found;
    const start = found.index + whole.length;
    const end = findParameterEnd(text, start);
    const value = text.slice(start, end);
    replaced += text.slice(done, start) + (value !== '' && isSecretParameter(name) ? replace(value, name) : value);
    done = end;
  }
}

function findParameterEnd(text: string, start: number): number {
  parameterEnd.lastIndex = start;
  for (;;) {
    const found = parameterEnd.exec(text);
    if (found === null) return text.length;
    if (found[0].length === 1) return found.index;
  }
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
