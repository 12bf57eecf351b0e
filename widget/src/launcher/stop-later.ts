/** Returns a function that stops what is being started, now or once it has started. */
export function stopLater(starting: Promise<() => void>): () => void {
  return () => void starting.then((stop) => stop());
}
