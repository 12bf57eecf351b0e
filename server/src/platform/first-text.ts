/** The first of the owner's texts that isn't blank; null if there is none, which means the default text. */
export function firstText(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => typeof text === 'string' && text.trim() !== '') ?? null;
}
