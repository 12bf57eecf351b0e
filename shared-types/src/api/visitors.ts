import { z } from 'zod';

/** A person who asks for their data, by one identifier. */
export const DataSubject = z
  .strictObject({
    user_id: z.string().min(1).max(255).optional(),
    email: z.string().trim().toLowerCase().min(1).max(320).optional(),
    visitor_id: z.string().min(1).max(64).optional(),
  })
  .refine((subject) => Object.values(subject).filter((value) => value !== undefined).length === 1, {
    message: 'must have exactly one of user_id, email and visitor_id',
  });
export type DataSubject = z.infer<typeof DataSubject>;

/** What an erasure has deleted. */
export const ErasedCounts = z.object({
  visitors: z.int(),
  conversations: z.int(),
  submissions: z.int(),
  executions: z.int(),
  files: z.int(),
  deliveries: z.int(),
});
export type ErasedCounts = z.infer<typeof ErasedCounts>;

/** Other identifiers of the person. */
export const DataSubjectIdentifiers = z.object({
  user_ids: z.array(z.string()),
  emails: z.array(z.string()),
  visitor_ids: z.array(z.string()),
});
export type DataSubjectIdentifiers = z.infer<typeof DataSubjectIdentifiers>;

export const VisitorErasure = z.object({
  reference: z.string(),
  erased: ErasedCounts,
  identifiers: DataSubjectIdentifiers,
});
export type VisitorErasure = z.infer<typeof VisitorErasure>;
