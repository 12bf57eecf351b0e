import { z } from 'zod';

/* The AI SDK's UI messages (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol), as far as they are read here. */

/** A message as `useChat` keeps it. Of its parts only the text is read. */
export const UiMessage = z.looseObject({
  id: z.string().max(200).optional(),
  role: z.string(),
  parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
});
export type UiMessage = z.infer<typeof UiMessage>;

/** What `useChat` sends. Of the messages only the last one of the user counts: the history is the server's. */
export const UiMessageRequest = z.looseObject({
  id: z.string().min(1).max(128),
  messages: z.array(UiMessage).default([]),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: z.string().nullish(),
});
export type UiMessageRequest = z.infer<typeof UiMessageRequest>;
