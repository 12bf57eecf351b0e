/** The entry for a language tag like `pt-BR`: the tag's own entry, else that of its language. */
export function byLanguage<T>(entries: Readonly<Record<string, T>>, locale: string | null | undefined): T | undefined {
  const wanted = (locale ?? '').toLowerCase();
  const [language] = wanted.split(/[-_]/u);
  const all = Object.entries(entries).map(([tag, entry]) => [tag.toLowerCase(), entry] as const);
  return (all.find(([tag]) => tag === wanted) ?? all.find(([tag]) => tag === language))?.[1];
}
