/**
 * V8's settings in the test processes. The databases are memory outside of V8's heap, which makes V8 search for garbage
 * every few seconds, although it finds hardly any.
 */
export const processFlags = ['--external-memory-accounted-in-global-limit', '--initial-old-space-size=600'];
