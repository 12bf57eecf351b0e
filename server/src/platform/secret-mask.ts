/** Shown in place of a secret to people who may not read it. */
export const secretMask = '••••••••';

/** A text that a client sends back, with the masks in it as they were shown: clients may encode those in addresses. */
export function decodeMasks(text: string): string {
  return text.replace(/(?:%E2%80%A2){8}/gi, secretMask);
}

/** An address that may be a credential itself, like those of Slack, with a mask in place of all after its host. */
export function maskPath(address: string): string {
  const { origin, pathname, search, hash } = new URL(address);
  return pathname === '/' && search === '' && hash === '' ? address : `${origin}/${secretMask}`;
}
