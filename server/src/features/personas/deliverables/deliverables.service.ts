import type { Deliverable, DeliverableListQuery } from '@portico/shared-types';
import { notFound } from '../../../platform/errors.ts';
import { type Page, RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { downloadUrl } from '../../files/index.ts';
import { type DeliverableRow, findDeliverable, listDeliverables } from './deliverables.sql.ts';

/** A page of a task's files, newest first: the newest version of each, or all of them. */
export async function pageDeliverables(
  platform: Platform,
  instanceId: string,
  query: DeliverableListQuery,
): Promise<Page<Deliverable>> {
  const { items, total } = await listDeliverables(platform.database.sql, instanceId, query);
  return { items: items.map((row) => presentDeliverable(platform, row)), total };
}

/** Redirects the caller to the signed address of a file, which needs no key. Throws 404. */
export async function downloadDeliverable(platform: Platform, instanceId: string, id: string): Promise<RawAnswer> {
  const row = await findDeliverable(platform.database.sql, instanceId, id);
  if (row === undefined) throw notFound('deliverable', id);
  const { pathname, search } = new URL(downloadUrl(platform, row.file_id));
  return new RawAnswer(async (response) => {
    // Relative, because the caller may know this server by another name than PUBLIC_URL.
    response.set('Cache-Control', 'private, no-store').redirect(302, pathname + search);
  });
}

function presentDeliverable(platform: Platform, row: DeliverableRow): Deliverable {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    fileName: row.file_name,
    fileSize: row.file_size,
    version: row.version,
    downloadUrl: downloadUrl(platform, row.file_id),
    createdAt: row.created_at,
  };
}
