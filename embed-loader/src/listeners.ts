/** Listeners for one interface's events, which travel as DOM events on window. */
export function createListeners(id: string) {
  const all = new AbortController();
  return {
    on(name: string, listener: unknown): () => void {
      const own = new AbortController();
      addEventListener(
        `portico:${name}`,
        (event) => {
          if (!(event instanceof CustomEvent) || typeof listener !== 'function') return;
          const detail: unknown = event.detail;
          if (typeof detail === 'object' && detail !== null && 'id' in detail && detail.id === id) listener(detail);
        },
        { signal: AbortSignal.any([all.signal, own.signal]) },
      );
      return () => own.abort();
    },
    clear: () => all.abort(),
  };
}
