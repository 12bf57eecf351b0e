import { useCallback, useEffect, useState } from 'preact/hooks';

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

/** Removes the used link from the address, so that a reload or a copied address doesn't contain it. */
function forgetLink(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The link in the address, also one that is pasted over an open page, and the function that forgets it. */
export function useSignInLink(): readonly [link: SignInLink | null, forget: () => void] {
  const [link, setLink] = useState(() => readLink(location.hash));
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
