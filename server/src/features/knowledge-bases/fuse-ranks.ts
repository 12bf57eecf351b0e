/** Dampens the first places, as the paper that introduced the method chose it (Cormack et al. 2009). */
const damping = 60;

/** Reciprocal rank fusion: items of several rankings, by the sum of 1 / (60 + place). Equal sums keep their order. */
export function fuseRanks<T extends { id: string }>(rankings: readonly (readonly T[])[]): T[] {
  const fused = new Map<string, { item: T; sum: number }>();
  for (const ranking of rankings) {
    for (const [index, item] of ranking.entries()) {
      const known = fused.get(item.id) ?? { item, sum: 0 };
      known.sum += 1 / (damping + index + 1);
      fused.set(item.id, known);
    }
  }
  return [...fused.values()].toSorted((a, b) => b.sum - a.sum).map(({ item }) => item);
}
