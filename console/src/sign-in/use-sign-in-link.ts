import { useCallback, useEffect, useState } from 'preact/hooks';
import { readStored, writeStored } from '../app/stored.ts';

export interface SignInLink {
  readonly kind: 'setup' | 'invitation' | 'error';
  readonly value: string;
}

/** Reads `#setup=…`, `#invitation=…` and `#error=…`. A fragment is never sent to a server or written to its logs. */
function readLink(hash: string): SignInLink | null {
  const match = /^#(setup|invitation|error)=(.+)$/.exec(hash);
  const [, kind, value] = match ?? [];
  if (value === undefined || (kind !== 'setup' && kind !== 'invitation' && kind !== 'error')) return null;
  try {
    return { kind, value: decodeURIComponent(value) };
  } catch {
    return null;
  }
}

const kept = 'invitation';

/**
 * Keeps the invitation in the address for the return from another service. It stays in the browser: the service and the
 * server's log would see an address that contains it.
 */
export function keepInvitation(): void {
  if (readLink(location.hash)?.kind === 'invitation') writeStored('session', kept, location.hash);
}

/** The link in the address, or else the invitation that was kept, which returns to the address. */
function restoreLink(): SignInLink | null {
  const link = readLink(location.hash);
  if (link?.kind === 'error') return link;
  const hash = readStored('session', kept);
  writeStored('session', kept, null);
  if (link !== null || typeof hash !== 'string') return link;
  history.replaceState(history.state, '', hash);
  return readLink(hash);
}

/** Removes the used link from the address, so that a reload or a copied address doesn't contain it. */
function forgetLink(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The link in the address, also one that is pasted over an open page, and the function that forgets it. */
export function useSignInLink(): readonly [link: SignInLink | null, forget: () => void] {
  const [link, setLink] = useState(restoreLink);
  useEffect(() => {
    const onHashChange = () => setLink(readLink(location.hash));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  const forget = useCallback(() => {
    forgetLink();
    setLink(null);
  }, []);
  return [link, forget];
}
