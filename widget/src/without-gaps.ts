type Filled<Given extends object> = { [Name in keyof Given]: Exclude<Given[Name], undefined> };

/** The settings that are given: not undefined. */
export function withoutGaps<Given extends object>(given: Given): Partial<Filled<Given>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Filled<Given>>;
}
