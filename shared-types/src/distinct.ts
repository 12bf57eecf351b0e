/** A list without the later ones of equal values. */
export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
