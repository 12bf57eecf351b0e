import type { Platform } from '../../platform/platform.ts';
import { findChatInterfaceBySlug } from './chat-interfaces.sql.ts';

/** The origins that may frame the full-page chat, empty for any; undefined for an unknown or paused interface. */
export async function framingOfChatInterface(platform: Platform, slug: string): Promise<readonly string[] | undefined> {
  return (await findChatInterfaceBySlug(platform.database.sql, slug))?.settings.allowed_origins;
}
