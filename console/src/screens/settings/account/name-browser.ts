const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and system of a User-Agent header by their common names; the header itself if unknown. */
export function nameBrowser(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => userAgent.includes(part))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' · ') || userAgent;
}
