import type { Instance } from './instance.ts';
import type { PorticoFunction } from './options.ts';

/** Runs what the stub has collected, in order; what is said while it runs goes straight through. */
export function startQueue(stub: PorticoFunction | undefined, portico: PorticoFunction): void {
  for (const call of stub?.q ?? []) {
    const [verb, ...args] = Array.from(call);
    portico(String(verb), ...args);
  }
}

/** Calls that mean everyone unless one is named: listening, and what concerns the visitor and not one panel. */
const FOR_ALL = ['on', 'logout', 'identify', 'consent', 'shutdown', 'show', 'hide', 'update'];

/** The instances that a call is for, and the call without its `{id}`: the named one, all, or the first. */
export function chooseInstances(
  instances: ReadonlyMap<string, Instance>,
  verb: string,
  args: unknown[],
): [Instance[], unknown[]] {
  const last = args.at(-1);
  const id = typeof last === 'object' && last !== null && 'id' in last ? String(last.id) : undefined;
  if (id !== undefined) {
    const named = instances.get(id);
    // `{id}` alone only names; other options that hold an id are the call's own.
    const rest = Object.keys(last ?? {}).length === 1 ? args.slice(0, -1) : args;
    return [named ? [named] : [], rest];
  }
  const all = [...instances.values()];
  return [FOR_ALL.includes(verb) ? all : all.slice(0, 1), args];
}
