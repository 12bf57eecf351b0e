import type { Persistence, Position, Theme } from './types.ts';

/**
 * The interface's public configuration (docs/reference/public-chat.md#public-configuration): what the widget reads of
 * PublicFace. Described again, because the types of the published package may not import those of shared-types.
 */
export interface Face {
  slug: string;
  name: string;
  branding: Branding;
  behaviour: Behaviour;
  locale: string | null;
  uploads: { enabled: boolean; maxFiles: number; maxFileSizeMb: number; allowedTypes: readonly string[] };
  consent: { required: boolean; text: string | null; privacyUrl: string | null };
  /** Missing from older servers, like the following ones. */
  texts?: Readonly<Record<string, OwnTexts>>;
  preChat?: { enabled: boolean; fields: readonly PreChatField[] };
  challenge?: 'off' | 'proof_of_work';
  handover?: { enabled: boolean; available: boolean; askEmail: boolean };
  proactive?: readonly ProactiveRule[];
  followUps?: { enabled: boolean };
}

/** The owner's texts in one language; null means the interface's own text. */
export interface OwnTexts {
  title: string | null;
  subtitle: string | null;
  welcomeMessage: string | null;
  placeholder: string | null;
  suggestedPrompts: readonly string[] | null;
  launcherLabel: string | null;
  awayMessage?: string | null;
  limitMessage?: string | null;
  proactiveMessage: string | null;
}

export interface Branding {
  primaryColor: string;
  backgroundColor: string | null;
  textColor: string | null;
  fontFamily: string | null;
  /** CSS pixels. */
  borderRadius: number;
  logoUrl: string | null;
  iconUrl: string | null;
  cover: { type: 'image' | 'gradient' | 'color' | 'none'; value: string | null };
  theme: Theme;
  position: Position;
  zIndex: number | null;
}

export interface Behaviour {
  title: string;
  subtitle: string | null;
  welcomeMessage: string | null;
  placeholder: string | null;
  suggestedPrompts: readonly string[];
  showCitations: boolean;
  showToolCalls: boolean;
  showBranding: boolean;
  persistence: Persistence;
  sessionTimeoutMinutes: number;
  idleTimeoutMinutes: number | null;
  launcher: { label: string | null; delayMs: number | null; proactiveMessage: string | null };
}

/**
 * When a message is shown beside the button. `urlPattern` is a glob for the path; `once` means once for each visitor.
 */
export interface ProactiveRule {
  message: string;
  urlPattern: string | null;
  afterSeconds: number | null;
  onExit: boolean;
  minVisits: number | null;
  once: boolean;
}

/** A question that is asked before the chat begins. */
export interface PreChatField {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'number' | 'select' | 'multiselect' | 'checkbox' | 'date';
  required: boolean;
  options?: string[] | undefined;
  showIf?: string | undefined;
}
