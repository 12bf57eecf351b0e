import { z } from 'zod';
import { FormField } from './form-interfaces.ts';

/* Settings of a chat interface that older interfaces lack; each has a default. */

const text = (most: number) => z.string().max(most).nullable().default(null);

/** The owner's texts in one language; null means the interface's own text. */
export const ChatTexts = z.strictObject({
  title: text(200),
  subtitle: text(500),
  welcome_message: text(4_000),
  placeholder: text(200),
  suggested_prompts: z.array(z.string().trim().min(1).max(500)).max(20).nullable().default(null),
  away_message: text(4_000),
  limit_message: text(500),
  launcher_label: text(200),
  proactive_message: text(1_000),
});
export type ChatTexts = z.infer<typeof ChatTexts>;

/** A message shown beside the button; all given conditions must hold. */
export const ProactiveRule = z.strictObject({
  message: z.string().trim().min(1).max(1_000),
  /** Glob on the path of the page: `*` for a part of it, `**` across slashes. */
  url_pattern: z.string().min(1).max(500).nullable().default(null),
  after_seconds: z.int().min(0).max(86_400).nullable().default(null),
  /** When the pointer leaves the page at the top. */
  on_exit: z.boolean().default(false),
  /** Number of pages of the site that were seen, including this one. */
  min_visits: z.int().min(1).max(1_000).nullable().default(null),
  /** False shows it repeatedly. */
  once: z.boolean().default(true),
});
export type ProactiveRule = z.infer<typeof ProactiveRule>;

const PreChatField = FormField.refine(({ show_if: condition }) => condition === undefined, {
  path: ['show_if'],
  error: 'is not known before the conversation begins',
});

/** Fields before the chat; `name` and `email` are stored with the visitor, other fields in the metadata. */
export const PreChat = z
  .strictObject({ enabled: z.boolean().default(false), fields: z.array(PreChatField).max(20).default([]) })
  .superRefine(({ fields }, context) => {
    const names = fields.map(({ name }) => name);
    names.forEach((name, at) => {
      if (names.indexOf(name) !== at)
        context.addIssue({ code: 'custom', path: ['fields', at, 'name'], message: 'is the name of another field' });
    });
  });
export type PreChat = z.infer<typeof PreChat>;

export const ChatExtras = z.object({
  /** By language: `de`, or `pt-BR` where the region matters. */
  texts: z
    .record(
      z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag like de or pt-BR'),
      ChatTexts,
    )
    .refine((texts) => Object.keys(texts).length <= 50, 'has more than 50 languages')
    .default({}),
  proactive: z.array(ProactiveRule).max(20).default([]),
  pre_chat: PreChat.prefault({}),
  challenge: z.enum(['off', 'proof_of_work']).default('off'),
  /** Each reply suggests what the visitor may ask next. */
  follow_ups: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
});
export type ChatExtras = z.infer<typeof ChatExtras>;
