import { z } from 'zod';
import { PublicFormField } from './public-forms.ts';

/*
 * The public part of a chat interface (docs/reference/public-chat.md#public-configuration), camelCase. Unset settings
 * are present and null.
 */

const optionalText = z.string().nullable();

/** Look of an interface (docs/reference/chat-interfaces.md#branding). `borderRadius` is in CSS pixels. */
export const PublicBranding = z.object({
  primaryColor: z.string(),
  backgroundColor: optionalText,
  textColor: optionalText,
  fontFamily: optionalText,
  borderRadius: z.number(),
  logoUrl: optionalText,
  iconUrl: optionalText,
  cover: z.object({ type: z.enum(['image', 'gradient', 'color', 'none']), value: optionalText }),
  theme: z.enum(['light', 'dark', 'auto']),
  position: z.enum(['right', 'left']),
  zIndex: z.int().nullable(),
});
export type PublicBranding = z.infer<typeof PublicBranding>;

export const PublicBehaviour = z.object({
  title: z.string(),
  subtitle: optionalText,
  welcomeMessage: optionalText,
  placeholder: optionalText,
  suggestedPrompts: z.array(z.string()),
  showCitations: z.boolean(),
  showToolCalls: z.boolean(),
  showBranding: z.boolean(),
  persistence: z.enum(['memory', 'session', 'local']),
  sessionTimeoutMinutes: z.number(),
  idleTimeoutMinutes: z.number().nullable(),
  launcher: z.object({ label: optionalText, delayMs: z.number().nullable(), proactiveMessage: optionalText }),
});
export type PublicBehaviour = z.infer<typeof PublicBehaviour>;

/**
 * `allowedTypes` contains extensions (`pdf`, `.pdf`) or MIME types (`image/png`, `image/*`); empty means any accepted
 * kind.
 */
export const PublicUploads = z.object({
  enabled: z.boolean(),
  maxFiles: z.int(),
  maxFileSizeMb: z.number(),
  allowedTypes: z.array(z.string()),
});
export type PublicUploads = z.infer<typeof PublicUploads>;

export const PublicConsent = z.object({ required: z.boolean(), text: optionalText, privacyUrl: optionalText });
export type PublicConsent = z.infer<typeof PublicConsent>;

/** Whether visitors can ask for a person, and whether one could answer now. */
export const PublicHandover = z.object({ enabled: z.boolean(), available: z.boolean(), askEmail: z.boolean() });
export type PublicHandover = z.infer<typeof PublicHandover>;
/** The owner's texts in one language; null means the interface's own text. */
export const PublicChatTexts = z.object({
  title: optionalText,
  subtitle: optionalText,
  welcomeMessage: optionalText,
  placeholder: optionalText,
  suggestedPrompts: z.array(z.string()).nullable(),
  awayMessage: optionalText,
  limitMessage: optionalText,
  launcherLabel: optionalText,
  proactiveMessage: optionalText,
});
export type PublicChatTexts = z.infer<typeof PublicChatTexts>;

/** When a message is shown beside the button; `urlPattern` is a glob for the path. */
export const PublicProactiveRule = z.object({
  message: z.string(),
  urlPattern: optionalText,
  afterSeconds: z.int().nullable(),
  onExit: z.boolean(),
  minVisits: z.int().nullable(),
  once: z.boolean(),
});
export type PublicProactiveRule = z.infer<typeof PublicProactiveRule>;

/** The public part of a chat interface: `GET /`. */
export const PublicFace = z.object({
  slug: z.string(),
  name: z.string(),
  branding: PublicBranding,
  behaviour: PublicBehaviour,
  locale: optionalText,
  uploads: PublicUploads,
  consent: PublicConsent,
  handover: PublicHandover,
  texts: z.record(z.string(), PublicChatTexts),
  proactive: z.array(PublicProactiveRule),
  preChat: z.object({ enabled: z.boolean(), fields: z.array(PublicFormField) }),
  challenge: z.enum(['off', 'proof_of_work']),
  followUps: z.object({ enabled: z.boolean() }),
});
export type PublicFace = z.infer<typeof PublicFace>;
