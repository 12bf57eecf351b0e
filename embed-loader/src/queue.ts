import type { Instance } from './instance.ts';
import type { PorticoFunction } from './options.ts';

/** Runs what the stub has collected, in order; what is said while it runs goes straight through. */
export function startQueue(stub: PorticoFunction | undefined, portico: PorticoFunction | undefined): void {
  for (const call of stub?.q ?? []) portico?.(...call);
}

/** Calls that mean one panel, the first, unless another is named; all else concerns every interface on the page. */
const FOR_ONE = /^(open|close|toggle|send|prefill|new)/;

/** The instances that a call is for, and the call without its `{id}`. */
export function chooseInstances(
  instances: ReadonlyMap<string, Instance>,
  verb: string,
  args: unknown[],
): [Instance[], unknown[]] {
  const all = [...instances.values()];
  const { id, ...others } = Object(args.at(-1)) as { id?: string };
  if (!id) return [FOR_ONE.test(verb) ? all.slice(0, 1) : all, args];
  // `{id}` alone only names; other options that hold an id are the call's own.
  const rest = Object.keys(others).length ? args : args.slice(0, -1);
  return [all.filter((instance) => instance.id === id), rest];
}
