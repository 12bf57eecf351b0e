/** Rules are extensions or MIME types; no rule allows all. The server checks again, by content. */
export function isAllowed(file: Pick<File, 'name' | 'type'>, rules: readonly string[]): boolean {
  if (rules.length === 0) return true;
  const name = file.name.toLowerCase();
  return rules.some((rule) => {
    const wanted = rule.toLowerCase();
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1));
    if (wanted.includes('/')) return file.type === wanted;
    return name.endsWith(wanted.startsWith('.') ? wanted : `.${wanted}`);
  });
}
