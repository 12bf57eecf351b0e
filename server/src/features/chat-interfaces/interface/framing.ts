import type { Platform } from '../../../platform/platform.ts';
import { hasPreview } from '../../previews/index.ts';
import { findChatInterfaceBySlug, findIdOfSlug } from './chat-interfaces.sql.ts';

export interface ChatPage {
  /** The origins that may frame it, empty for any. */
  readonly allowedOrigins: readonly string[];
  readonly title: string;
}

/**
 * The full-page chat of an interface; undefined for an unknown or paused one. A paused
 * one has a page while a preview of it is open: the request for the page doesn't include the preview's token.
 */
export async function findChatPage(platform: Platform, slug: string): Promise<ChatPage | undefined> {
  const { sql } = platform.database;
  const active = await findChatInterfaceBySlug(sql, slug);
  if (active !== undefined) {
    const { allowed_origins: allowedOrigins, behaviour } = active.settings;
    return { allowedOrigins, title: behaviour.title ?? active.name };
  }
  const id = await findIdOfSlug(sql, slug);
  if (id === undefined || !(await hasPreview(sql, id))) return undefined;
  return { allowedOrigins: [new URL(platform.publicUrl).origin], title: 'Chat' };
}
