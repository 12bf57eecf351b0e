/** A parameter of the part of the address after the `#`, which no request contains; null if there is none. */
export function readHashParameter(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** Calls back when another address of the same page that has the parameter was pasted into the tab or followed. */
export function onHashParameter(name: string, onAddress: () => void): void {
  addEventListener('hashchange', () => {
    if (readHashParameter(name) !== null) onAddress();
  });
}
