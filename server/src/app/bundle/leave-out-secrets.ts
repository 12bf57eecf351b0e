import { isSecretName } from '../../platform/mask-secrets.ts';

/** Headers whose values are never secrets. */
const plainHeaders = /^(accept(-.*)?|content-(type|language)|user-agent|cache-control|prefer)$/i;
/** A single template, with or without a scheme before it: its value comes from the run, not from the definition. */
const onlyTemplate = /^(?:[A-Za-z]+ )?\{\{[^{}"'`]*\}\}$/;
/** A parameter in an address whose name says that it is a secret. */
const parameter = /([?&])([^=&#?]+)=([^&#]*)/g;

/**
 * The value without what is or may be a secret: fields with such names, the parameters of addresses, and headers,
 * because any header may contain a credential. `leave` is called with the path of each.
 */
export function leaveOutSecrets(value: unknown, leave: (path: string) => void, path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => leaveOutSecrets(entry, leave, `${path}[${index}]`));
  if (typeof value === 'string') return withoutParameters(value, leave, path);
  if (typeof value !== 'object' || value === null) return value;
  const isHeaders = /(^|[.])headers$/i.test(path);
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    const mayBeSecret = isHeaders ? !plainHeaders.test(name) : isSecretName(name);
    if (mayBeSecret && typeof inner === 'string' && inner !== '' && !onlyTemplate.test(inner)) leave(place);
    else kept.push([name, leaveOutSecrets(inner, leave, place)]);
  }
  return Object.fromEntries(kept);
}

function withoutParameters(text: string, leave: (path: string) => void, path: string): string {
  if (!/^https?:\/\//i.test(text)) return text;
  return text.replace(parameter, (whole, start: string, name: string, value: string) => {
    if (value === '' || onlyTemplate.test(value) || !isSecretName(name)) return whole;
    leave(`${path}?${name}`);
    return `${start}${name}=`;
  });
}
