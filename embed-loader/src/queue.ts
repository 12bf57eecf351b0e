import type { Instance } from './instance.ts';
import type { PorticoFunction } from './options.ts';

/** Runs the calls collected by the stub, in order; calls made meanwhile run directly. */
export function startQueue(stub: PorticoFunction | undefined, portico: PorticoFunction | undefined): void {
  for (const call of stub?.q ?? []) portico?.(...call);
}

/** Calls for a single panel, by default the first; all others apply to every interface on the page. */
const FOR_ONE = /^(open|close|toggle|send|prefill|new)/;

/** The instances for a call, and the call without its `{id}`. */
export function chooseInstances(
  instances: ReadonlyMap<string, Instance>,
  verb: string,
  args: unknown[],
): [Instance[], unknown[]] {
  const all = [...instances.values()];
  const { id, ...others } = Object(args.at(-1)) as { id?: string };
  if (!id) return [FOR_ONE.test(verb) ? all.slice(0, 1) : all, args];
  // `{id}` alone selects an instance; in other options `id` belongs to the call.
  const rest = Object.keys(others).length ? args : args.slice(0, -1);
  return [all.filter((instance) => instance.id === id), rest];
}
