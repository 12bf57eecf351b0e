export interface SignInLink {
  readonly kind: 'setup' | 'invitation' | 'error';
  readonly value: string;
}

/** Reads `#setup=…`, `#invitation=…` and `#error=…`. A fragment is never sent to a server or written to its logs. */
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

/** Removes the used link from the address, so that a reload or a copied address doesn't contain it. */
export function forgetLink(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
