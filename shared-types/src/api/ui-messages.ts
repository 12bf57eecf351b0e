import { z } from 'zod';

/* The parts of the AI SDK's UI messages (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol) that are read here. */

/** A message as `useChat` stores it. Only the text of its parts is read. */
export const UiMessage = z.looseObject({
  id: z.string().max(200).optional(),
  role: z.string(),
  parts: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
});
export type UiMessage = z.infer<typeof UiMessage>;

/** A request of `useChat`. Only the last message of the user counts: the server has the history. */
export const UiMessageRequest = z.looseObject({
  id: z.string().min(1).max(128),
  messages: z.array(UiMessage).default([]),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: z.string().nullish(),
});
export type UiMessageRequest = z.infer<typeof UiMessageRequest>;
