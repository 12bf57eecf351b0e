import type { Platform } from '../../../platform/platform.ts';
import { hasPreview } from '../../previews/index.ts';
import { findChatInterfaceBySlug, findIdOfSlug } from './chat-interfaces.sql.ts';

/**
 * The origins that may frame the full-page chat, empty for any; undefined for an unknown or paused interface. A paused
 * one has a page while a preview of it is open: the request for the page doesn't include the preview's token.
 */
export async function framingOfChatInterface(platform: Platform, slug: string): Promise<readonly string[] | undefined> {
  const { sql } = platform.database;
  const active = await findChatInterfaceBySlug(sql, slug);
  if (active !== undefined) return active.settings.allowed_origins;
  const id = await findIdOfSlug(sql, slug);
  return id !== undefined && (await hasPreview(sql, id)) ? [new URL(platform.publicUrl).origin] : undefined;
}
