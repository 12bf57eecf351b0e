import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { Timestamp } from '../envelope.ts';
import { isLanguageTag } from '../rules/is-language-tag.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { ChatExtras } from './chat-extras.ts';
import {
  AllowedOrigin,
  AllowedTypes,
  AssetUrl,
  Colour,
  InterfaceStatus,
  Slug,
  VisitorLimit,
} from './interface-parts.ts';

/* Chat interfaces as they are stored and managed (docs/reference/chat-interfaces.md#fields), snake_case. The
   visitors' view is in public-chat.ts. */

const text = (most: number) => z.string().max(most).nullable().default(null);
const notTag = 'must be a language tag like de or pt-BR';
const styleValue = z
  .string()
  .max(1_000)
  .regex(/^[^;{}<>\\]*$/, 'contains a character that is not allowed in a style');

/** Only what the chat shows: gradients of colours, without addresses from which a visitor's browser would load. */
const Gradient = z
  .string()
  .max(1_000)
  .regex(
    /^(?!.*\burl\s*\()(?:repeating-)?(?:linear|radial|conic)-gradient\([\w\s#%.,()/+-]*\)$/is,
    'must be a CSS gradient like linear-gradient(135deg, #3b4cca, #7a5bd6)',
  );

export const ChatCover = z
  .strictObject({ type: z.enum(['image', 'gradient', 'color', 'none']).default('none'), value: text(2_000) })
  .superRefine(({ type, value }, context) => {
    const kinds = { image: AssetUrl, gradient: Gradient, color: Colour, none: z.null() };
    const fault = kinds[type].safeParse(value).error?.issues[0];
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault.message });
  });
export type ChatCover = z.infer<typeof ChatCover>;

/** The look (docs/reference/chat-interfaces.md#branding); `border_radius` in CSS pixels. */
export const ChatBranding = z.strictObject({
  primary_color: Colour.default('#5645b5'),
  background_color: Colour.nullable().default(null),
  text_color: Colour.nullable().default(null),
  font_family: styleValue.nullable().default(null),
  border_radius: z.number().min(0).max(64).default(16),
  logo_url: AssetUrl.nullable().default(null),
  icon_url: AssetUrl.nullable().default(null),
  cover: ChatCover.prefault({}),
  theme: z.enum(['light', 'dark', 'auto']).default('auto'),
  position: z.enum(['right', 'left']).default('right'),
  z_index: z.int().min(0).max(2_147_483_647).nullable().default(null),
});
export type ChatBranding = z.infer<typeof ChatBranding>;

const minutes = z.number().positive().max(5_256_000);

/** The title defaults to the interface's name. */
export const ChatBehaviour = z.strictObject({
  title: text(200),
  subtitle: text(500),
  welcome_message: text(4_000),
  placeholder: text(200),
  suggested_prompts: z.array(z.string().trim().min(1).max(500)).max(20).default([]),
  show_citations: z.boolean().default(true),
  show_tool_calls: z.boolean().default(false),
  show_branding: z.boolean().default(true),
  persistence: z.enum(['memory', 'session', 'local']).default('local'),
  /** A session ends this long after it was started or last resumed. */
  session_timeout_minutes: minutes.default(1_440),
  /** It ends earlier without activity for this long; null for never. */
  idle_timeout_minutes: minutes.nullable().default(null),
  launcher: z
    .strictObject({
      label: text(200),
      delay_ms: z.int().min(0).max(3_600_000).nullable().default(null),
      proactive_message: text(1_000),
    })
    .prefault({}),
});
export type ChatBehaviour = z.infer<typeof ChatBehaviour>;

/** `max_files` is for one message. */
export const ChatUploads = z.strictObject({
  enabled: z.boolean().default(true),
  max_files: z.int().min(1).max(20).default(5),
  max_file_size_mb: z.number().positive().max(1_024).default(25),
  allowed_types: AllowedTypes.default([]),
});
export type ChatUploads = z.infer<typeof ChatUploads>;

export const ChatConsent = z.strictObject({
  required: z.boolean().default(false),
  text: text(4_000),
  privacy_url: AssetUrl.nullable().default(null),
});
export type ChatConsent = z.infer<typeof ChatConsent>;

/** The stored data of a visitor. A truncated address lacks its last octet, or in IPv6 all but its first 48 bits. */
export const ChatTracking = z.strictObject({
  ip: z.enum(['truncated', 'full', 'none']).default('truncated'),
  user_agent: z.boolean().default(true),
  referrer: z.boolean().default(true),
});
export type ChatTracking = z.infer<typeof ChatTracking>;

/**
 * Limits that override docs/reference/limits.md#limits-of-visitors; the daily ones are for all of the interface's
 * visitors together.
 */
export const ChatLimits = z.strictObject({
  sessions_per_minute: VisitorLimit,
  messages_per_minute: VisitorLimit,
  uploads_per_minute: VisitorLimit,
  session_messages_per_minute: VisitorLimit,
  daily_messages: z.int().min(1).max(1_000_000_000).nullable().default(null),
  daily_credits: z.number().positive().max(1_000_000_000).nullable().default(null),
});
export type ChatLimits = z.infer<typeof ChatLimits>;

/** Values of a visitor that an agent's prompt and tools may use: `{{visitor.name}}`, `{{page.url}}`. */
export const ContextField = z
  .string()
  .max(128)
  .regex(
    /^(?:visitor\.(?:name|email|user_id|metadata\.[\w-]+)|page\.(?:url|title)|locale)$/,
    'must be visitor.name, visitor.email, visitor.user_id, visitor.metadata.<key>, page.url, page.title or locale',
  );
export const ChatContext = z.strictObject({ fields: z.array(ContextField).max(50).default([]) });
export type ChatContext = z.infer<typeof ChatContext>;

/** How the agent hands a visitor over to a person. */
export const ChatHandover = z.strictObject({
  enabled: z.boolean().default(false),
  /** The agent continues to reply while the visitor waits. */
  bot_while_waiting: z.boolean().default(false),
  timeout_minutes: z.number().min(1).max(10_080).default(10),
  /** The text for visitors if nobody comes; null for the default text in their language. */
  away_message: text(2_000),
  ask_email: z.boolean().default(true),
  /** `business`: within the workspace's hours only. */
  hours: z.enum(['always', 'business']).default('always'),
});
export type ChatHandover = z.infer<typeof ChatHandover>;

const domain = z
  .string()
  .trim()
  .overwrite(toHostName)
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
    'must be a host name like chat.example.com',
  );

/** A chat interface without the fields that the server adds. The slug defaults to one made from the name. */
export const ChatInterfaceCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  slug: Slug.optional(),
  agent_id: z.string().min(1).max(200),
  status: InterfaceStatus.default('active'),
  allowed_origins: z.array(AllowedOrigin).max(100).overwrite(distinct).default([]),
  custom_domains: z.array(domain).max(20).overwrite(distinct).default([]),
  locale: z
    .string()
    .regex(/^[A-Za-z0-9-]{2,35}$/, { error: notTag, abort: true })
    .refine(isLanguageTag, notTag)
    .nullable()
    .default(null),
  branding: ChatBranding.prefault({}),
  behaviour: ChatBehaviour.prefault({}),
  uploads: ChatUploads.prefault({}),
  consent: ChatConsent.prefault({}),
  tracking: ChatTracking.prefault({}),
  limits: ChatLimits.prefault({}),
  context: ChatContext.prefault({}),
  /** The text for visitors when a daily limit is reached; null for the default text in their language. */
  limit_message: text(500),
  handover: ChatHandover.prefault({}),
  ...ChatExtras.shape,
});
export type ChatInterfaceCreate = z.infer<typeof ChatInterfaceCreate>;

export const ChatInterfacePatch = mergePatchOf(ChatInterfaceCreate);
export type ChatInterfacePatch = z.infer<typeof ChatInterfacePatch>;

/** A chat interface as returned by its GET. */
export const ChatInterface = z.object({
  ...ChatInterfaceCreate.shape,
  id: z.string(),
  slug: Slug,
  allowed_origins: z.array(z.string()),
  /** The value of the TXT record `_portico.<domain>` that lets a custom domain serve the interface. */
  domain_token: z.string(),
  stats: z.object({ sessions: z.int(), messages: z.int() }),
  /** How many messages count against `limits.daily_messages` today; null without that limit. */
  messages_today: z.int().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ChatInterface = z.infer<typeof ChatInterface>;

/** The response of create, and of a new identity secret: only here, with the secret. */
export const IssuedChatInterface = z.object({ ...ChatInterface.shape, identity_secret: z.string() });
export type IssuedChatInterface = z.infer<typeof IssuedChatInterface>;

/** A visitor's session as the site's operator sees it; fields excluded by `tracking` are null. */
export const ChatSessionRecord = z.object({
  id: z.string(),
  visitor_id: z.string(),
  /** Set if the site has verified the visitor. */
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  thread_id: z.string(),
  status: z.enum(['active', 'expired']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  referrer: z.string().nullable(),
  page_url: z.string().nullable(),
  page_title: z.string().nullable(),
  locale: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  /** Opened through a preview by the owner's team, not by a visitor. */
  preview: z.boolean(),
  consented_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
});
export type ChatSessionRecord = z.infer<typeof ChatSessionRecord>;

/** What a reason's sentence names: numbers, hosts, DNS records, origins. */
const CheckValues = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** A requirement before visitors get replies; `items` are the affected domains or sites. */
export const InterfaceCheck = z.object({
  name: z.enum(['status', 'agent', 'knowledge', 'caps', 'origins', 'domains', 'sites', 'mail']),
  ok: z.boolean(),
  reason: z.enum([
    'active',
    'paused',
    'agent_active',
    'agent_archived',
    'prompt_only',
    'knowledge_missing',
    'documents_ready',
    'documents_in_progress',
    'documents_missing',
    'caps_none',
    'caps_set',
    'caps_reached',
    'origins_any',
    'origins_listed',
    'domains_none',
    'domains_verified',
    'domains_unverified',
    'sites_none',
    'sites_seen',
    'mail_retried',
  ]),
  values: CheckValues,
  message: z.string(),
  items: z
    .array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        reason: z.enum(['record_found', 'record_unchecked', 'record_missing', 'site_seen']),
        values: CheckValues,
        message: z.string(),
        first_seen_at: Timestamp.optional(),
        last_seen_at: Timestamp.optional(),
      }),
    )
    .optional(),
});
export type InterfaceCheck = z.infer<typeof InterfaceCheck>;

/** Response of `GET /chat-interfaces/:id/checks`. */
export const InterfaceChecks = z.array(InterfaceCheck);
export type InterfaceChecks = z.infer<typeof InterfaceChecks>;

/** A host name as browsers send it: in lower case and ASCII (RFC 5891), without the dot of the root. */
function toHostName(text: string): string {
  const isInternational = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(text) && /\P{ASCII}/u.test(text);
  const name = isInternational && URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text;
  return name.toLowerCase().replace(/\.$/, '');
}
