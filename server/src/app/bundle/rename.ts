/** Number of other slugs that are tried. */
export const maxRenames = 20;

/** The slug of an attempt, from 1 to 1 + maxRenames, to create a resource: its own first, then others like `guide-2`. */
export function renamedSlug(slug: string, attempt: number): string {
  return attempt === 1 ? slug : `${slug.slice(0, 40)}-${attempt}`;
}

/** Whether an import with --rename could have chosen the slug `there` for a resource with the slug `wanted`. */
export function isRenamed(wanted: unknown, there: unknown): boolean {
  if (typeof wanted !== 'string' || typeof there !== 'string') return false;
  const [number] = /\d+$/.exec(there) ?? [];
  const attempt = Number(number);
  return attempt > 1 && attempt <= 1 + maxRenames && there === renamedSlug(wanted, attempt);
}
