/** True if the name at this index is not empty, and an earlier one is the same. */
export function isDoubled(names: readonly string[], at: number): boolean {
  const name = names[at] ?? '';
  return name !== '' && names.indexOf(name) < at;
}
