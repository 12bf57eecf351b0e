import type { Instance } from './instance.ts';

/**
 * The instances for a call, and the call without its `{id}`. Without an id, open, close, toggle, send, prefill and
 * newThread are for the first one, and all other calls for every interface on the page.
 */
export function chooseInstances(
  instances: ReadonlyMap<string, Instance>,
  verb: string,
  args: unknown[],
): [Instance[], unknown[]] {
  const all = [...instances.values()];
  const { id, ...others } = Object(args.at(-1)) as { id?: string };
  if (!id) return [/^(tog|se|n|op|p|cl)/.test(verb) ? all.slice(0, 1) : all, args];
  // `{id}` alone selects an instance; in other options `id` belongs to the call.
  const rest = Object.keys(others)[0] ? args : args.slice(0, -1);
  return [all.filter((instance) => instance.id === id), rest];
}
