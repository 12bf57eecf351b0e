import { z } from 'zod';

/** The part of a backup that describes the rest; `manifest.json` in the archive. */
export const Manifest = z.object({
  format: z.literal('portico-backup'),
  /** Version of this layout; a reader refuses a newer one. */
  format_version: z.literal(1),
  portico_version: z.string(),
  created_at: z.string(),
  /** The migrations that made the tables, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int() })),
  /** A decimal string, because a sequence may exceed what a number can represent. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^\d{1,18}$/) })),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Files that a row refers to but that are missing from the storage. */
  missing_files: z.array(z.string()),
  key_fingerprint: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;
