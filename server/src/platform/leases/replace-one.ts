import type { Lease } from './lease.ts';
import type { ClaimCapacity } from './ports.ts';
import type { SlotLimits } from './slots.ts';

/** A row that was claimed although no slot is free, and the running one that is to be handed back for it. */
export interface Replacement<Claimed> {
  readonly claimed: Claimed;
  readonly replaced: Claimed;
}

interface ReplaceOptions<Claimed> extends Pick<SlotLimits, 'slots'> {
  readonly groupOf: (claimed: Claimed) => string;
  /** Where replaced rows end by themselves: those that still run. */
  readonly ending?: readonly Claimed[];
}

/**
 * If these rows take all slots and a group has several of them, claims a row of a group that has none. It replaces the
 * last row of the group that has most, as little of its work is lost; if none gets lost, the first, so that they take
 * turns: otherwise it would be the one that has just continued.
 */
export async function replaceOne<Claimed extends Lease>(
  running: readonly Claimed[],
  { slots, groupOf, ending }: ReplaceOptions<Claimed>,
  claim: (capacity: ClaimCapacity) => Promise<readonly Claimed[]>,
): Promise<Replacement<Claimed> | undefined> {
  if (running.length < slots) return undefined;
  const groups = [...Map.groupBy(running, groupOf)].toSorted(([, one], [, other]) => other.length - one.length);
  const replaced = groups[0]?.[1].at(1) && groups[0][1].at(ending === undefined ? -1 : 0);
  if (replaced === undefined) return undefined;
  // A share of one slot, which the groups of these rows have already.
  const busy = new Map(groups.map(([group, rows]) => [group, rows.length]));
  const ids = [...running, ...(ending ?? [])].map(({ id }) => id);
  const [claimed] = await claim({ limit: 1, share: 1, busy, running: ids, suspects: false });
  return claimed && { claimed, replaced };
}
