/** Name of an interface's entry in the visitor's storage; the loader removes it by the same name on logout. */
export const storageKey = (slug: string): string => `portico:${slug}`;
