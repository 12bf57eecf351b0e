import {
  isSecretName,
  isSecretParameter,
  replaceSecretFields,
  replaceSecretParameters,
} from '../../platform/mask-secrets.ts';

/** Headers whose values are never secrets. */
const plainHeaders = /^(accept(-.*)?|content-(type|language)|user-agent|cache-control|prefer)$/i;
/** A single template, with or without a scheme before it: its value comes from the run, not from the definition. */
const onlyTemplate = /^(?:[A-Za-z]+ )?\{\{[^{}"'`]*\}\}$/;

/**
 * The value without what is or may be a secret: fields with such names, the parameters of addresses, and headers,
 * because any header may contain a credential. `leave` is called with the path of each.
 */
export function leaveOutSecrets(value: unknown, leave: (path: string) => void, path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => leaveOutSecrets(entry, leave, `${path}[${index}]`));
  if (typeof value === 'string') return withoutParameters(value, leave, path);
  if (typeof value !== 'object' || value === null) return value;
  const mayBeSecret = findRule(path);
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (mayBeSecret(name) && hasOwnText(inner)) leave(place);
    else kept.push([name, leaveOutSecrets(inner, leave, place)]);
  }
  return Object.fromEntries(kept);
}

/** The rule for the names in the object at this path. */
function findRule(path: string): (name: string) => boolean {
  if (/(^|[.])headers$/i.test(path)) return (name) => !plainHeaders.test(name);
  return /(^|[.])query$/i.test(path) ? isSecretParameter : isSecretName;
}

/** Whether a value, or one of several values of a parameter, has text that doesn't come from the run. */
function hasOwnText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOwnText);
  return typeof value === 'string' && value !== '' && !onlyTemplate.test(value);
}

function withoutParameters(text: string, leave: (path: string) => void, path: string): string {
  const leaveOut = (value: string, name: string): string => {
    if (onlyTemplate.test(value)) return value;
    leave(`${path}?${name}`);
    return '';
  };
  const left = replaceSecretParameters(text, leaveOut);
  return /(^|[.])body$/i.test(path) ? replaceSecretFields(left, leaveOut) : left;
}
