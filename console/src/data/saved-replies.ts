import type { SavedReply, SavedReplyCreate, SavedReplyPatch } from '@portico/shared-types/api/conversations';
import type { z } from 'zod';
import { createResource } from './resource.ts';

export const savedReplies = createResource<SavedReply, z.input<typeof SavedReplyCreate>, SavedReplyPatch>(
  'saved-replies',
  '/api/v1/saved-replies',
);
