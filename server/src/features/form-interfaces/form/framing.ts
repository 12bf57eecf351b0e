import type { Platform } from '../../../platform/platform.ts';
import { findFormInterfaceBySlug } from './form-interfaces.sql.ts';

/** The origins that may frame the form's page, empty for any; undefined for an unknown or paused form. */
export async function framingOfFormInterface(platform: Platform, slug: string): Promise<readonly string[] | undefined> {
  return (await findFormInterfaceBySlug(platform.database.sql, slug))?.settings.allowed_origins;
}
