import type { ChatTexts, PublicChatTexts, PublicFace } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { isAvailable } from '../../conversations/index.ts';
import { extrasOf } from './chat-extras.ts';
import type { ChatInterfaceRow } from './chat-interfaces.sql.ts';
import { parseHandover } from './parse-handover.ts';

/**
 * The public settings of a chat interface (docs/reference/public-chat.md#public-configuration): no origins, no
 * tracking, no limits, no agent.
 */
export async function toPublicConfig(platform: Platform, chat: ChatInterfaceRow): Promise<PublicFace> {
  const { slug, name, settings } = chat;
  const { enabled, ask_email: askEmail } = parseHandover(settings);
  const available = enabled && (await isAvailable(platform.database.sql, chat.workspace_id, chat.id));
  const { branding, behaviour, uploads, consent, locale } = settings;
  const extras = extrasOf(settings);
  // A relative path refers to this server, but the page that shows it is on another one.
  const address = (url: string | null) => (url?.startsWith('/') === true ? platform.publicUrl + url : url);
  return {
    slug,
    name,
    locale,
    branding: {
      primaryColor: branding.primary_color,
      backgroundColor: branding.background_color,
      textColor: branding.text_color,
      fontFamily: branding.font_family,
      borderRadius: branding.border_radius,
      logoUrl: address(branding.logo_url),
      iconUrl: address(branding.icon_url),
      cover: branding.cover.type === 'image' ? { type: 'image', value: address(branding.cover.value) } : branding.cover,
      theme: branding.theme,
      position: branding.position,
      zIndex: branding.z_index,
    },
    behaviour: {
      title: behaviour.title ?? name,
      subtitle: behaviour.subtitle,
      welcomeMessage: behaviour.welcome_message,
      placeholder: behaviour.placeholder,
      suggestedPrompts: behaviour.suggested_prompts,
      showCitations: behaviour.show_citations,
      showToolCalls: behaviour.show_tool_calls,
      showBranding: behaviour.show_branding,
      persistence: behaviour.persistence,
      sessionTimeoutMinutes: behaviour.session_timeout_minutes,
      idleTimeoutMinutes: behaviour.idle_timeout_minutes,
      launcher: {
        label: behaviour.launcher.label,
        delayMs: behaviour.launcher.delay_ms,
        proactiveMessage: behaviour.launcher.proactive_message,
      },
    },
    uploads: {
      enabled: uploads.enabled,
      maxFiles: uploads.max_files,
      maxFileSizeMb: uploads.max_file_size_mb,
      allowedTypes: uploads.allowed_types,
    },
    consent: { required: consent.required, text: consent.text, privacyUrl: address(consent.privacy_url) },
    handover: { enabled, available, askEmail },
    texts: Object.fromEntries(Object.entries(extras.texts).map(([language, own]) => [language, presentTexts(own)])),
    proactive: extras.proactive.map((rule) => ({
      message: rule.message,
      urlPattern: rule.url_pattern,
      afterSeconds: rule.after_seconds,
      onExit: rule.on_exit,
      minVisits: rule.min_visits,
      once: rule.once,
    })),
    preChat: {
      enabled: extras.pre_chat.enabled,
      fields: extras.pre_chat.fields.map(({ show_if: _, ...field }) => field),
    },
    challenge: extras.challenge,
    followUps: extras.follow_ups,
  };
}

function presentTexts(texts: ChatTexts): PublicChatTexts {
  return {
    title: texts.title,
    subtitle: texts.subtitle,
    welcomeMessage: texts.welcome_message,
    placeholder: texts.placeholder,
    suggestedPrompts: texts.suggested_prompts,
    awayMessage: texts.away_message,
    limitMessage: texts.limit_message,
    launcherLabel: texts.launcher_label,
    proactiveMessage: texts.proactive_message,
  };
}
