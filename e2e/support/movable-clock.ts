/**
 * NODE_OPTIONS that move a server's clock, and that of its database, forward by a minute at each SIGUSR2. Timers are
 * not affected.
 */
export const movableClock = `--import=data:text/javascript,${encodeURIComponent(`
  const real = globalThis.Date;
  let offset = 0;
  const now = () => real.now() + offset;
  globalThis.Date = new Proxy(real, {
    construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  process.on('SIGUSR2', () => (offset += 60_000));`)}`;
