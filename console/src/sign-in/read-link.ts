export interface SignInLink {
  readonly kind: 'setup' | 'invitation' | 'error';
  readonly value: string;
}

/** Reads `#setup=…`, `#invitation=…` and `#error=…`. A fragment never reaches a server or its logs. */
export function readLink(hash: string): SignInLink | null {
  const match = /^#(setup|invitation|error)=(.+)$/.exec(hash);
  const [, kind, value] = match ?? [];
  if (value === undefined || (kind !== 'setup' && kind !== 'invitation' && kind !== 'error')) return null;
  try {
    return { kind, value: decodeURIComponent(value) };
  } catch {
    return null;
  }
}

/** Takes the used link out of the address, so that a reload or a copied address doesn't hold it. */
export function forgetLink(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
