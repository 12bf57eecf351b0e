import { canonicalType, matchesType, typesByExtension } from '@portico/shared-types/rules/content-types';

/** What browsers and systems report for a file that they know nothing about. */
const vague: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/**
 * Whether to send a file to a server that accepts the kinds in `rules`: MIME types, `image/*`, or extensions; none of
 * them allows all. Browsers report no type or a wrong one for many names, so the name counts as well. In doubt, the file
 * is sent: the server decides by its content.
 */
export function mayUpload({ name, type }: Pick<File, 'name' | 'type'>, rules: readonly string[]): boolean {
  const extension = extensionOf(name);
  const named = typesByExtension.get(extension);
  const reported = canonicalType(type.replace(/;.*/, '').trim().toLowerCase());
  if (rules.length === 0 || (named === undefined && vague.has(reported))) return true;
  return rules.some(
    (rule) =>
      matchesType(reported, rule) ||
      (named !== undefined && matchesType(named, rule)) ||
      rule.toLowerCase().replace(/^\./, '') === extension,
  );
}

/** Lower-case, without the dot; empty for a name like `README` or `.profile`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The `accept` of a file picker: the rules, and the extensions of their types, some of which the system doesn't know. */
export function acceptOf(rules: readonly string[]): string {
  const given = rules.map((rule) => (/[/.]/.test(rule) ? rule : `.${rule}`));
  const spelled = [...typesByExtension].filter(([, type]) => rules.some((rule) => matchesType(type, rule)));
  return [...new Set([...given, ...spelled.map(([extension]) => `.${extension}`)])].join(',');
}
