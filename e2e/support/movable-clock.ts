/**
 * NODE_OPTIONS that start a server `offsetMs` after the real time and move its clock, and that of its database, to the
 * beginning of the next minute at each SIGUSR2; it prints `clock moved by … ms`. Timers are not affected.
 */
export const movableClock = (offsetMs: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
  const real = globalThis.Date;
  let offset = ${offsetMs};
  const now = () => real.now() + offset;
  globalThis.Date = new Proxy(real, {
    construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  process.on('SIGUSR2', () => {
    offset += 60_000 - (now() % 60_000);
    process.stdout.write('clock moved by ' + offset + ' ms\\n');
  });`)}`;

/** The milliseconds by which a server with this output has moved its clock. */
export function readOffset(printed: string): number {
  return Number([...printed.matchAll(/clock moved by (\d+) ms/g)].at(-1)?.[1] ?? 0);
}
