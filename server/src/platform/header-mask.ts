/** Shown in place of a header's value to people who may not read it. */
export const headerMask = '••••••••';

/** An address that may be a credential itself, like those of Slack, with a mask in place of all after its host. */
export function maskPath(address: string): string {
  const { origin, pathname, search, hash } = new URL(address);
  return pathname === '/' && search === '' && hash === '' ? address : `${origin}/${headerMask}`;
}
