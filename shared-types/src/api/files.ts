import { z } from 'zod';
import { Timestamp } from '../envelope.ts';

/** A stored file; `download_url` is signed and valid for 24 hours. */
export const StoredFile = z.object({
  id: z.string(),
  file_name: z.string(),
  /** In bytes. */
  file_size: z.int(),
  mime_type: z.string(),
  download_url: z.string(),
  created_at: Timestamp,
});
export type StoredFile = z.infer<typeof StoredFile>;
