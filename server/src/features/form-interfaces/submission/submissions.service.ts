import type { FormSubmissionRecord, SubmissionListQuery } from '@portico/shared-types';
import { notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { presentRecord, presentRecords } from './present-submission.ts';
import { toSearch } from '../../../platform/search-words.ts';
import { findSubmission, listSubmissions, type SubmissionRow } from './submissions.sql.ts';

/** A submission of this form; its id grants access. Throws 404. */
export async function requireSubmission(
  platform: Platform,
  form: FormInterfaceRow,
  id: string,
): Promise<SubmissionRow> {
  const row = await findSubmission(platform.database.sql, form.id, id);
  if (row === undefined) throw notFound('submission', id);
  return row;
}

/** A form's submissions as its operator sees them. Throws 404. */
export async function pageSubmissions(
  platform: Platform,
  workspaceId: string,
  interfaceId: string,
  query: SubmissionListQuery,
): Promise<Page<FormSubmissionRecord>> {
  const { sql } = platform.database;
  await requireFormInterface(platform, workspaceId, interfaceId);
  const { items, total } = await listSubmissions(sql, interfaceId, query, toSearch(interfaceId, query.q));
  return { items: await presentRecords(platform, sql, items), total };
}

/** One of a form's submissions as its operator sees it. Throws 404. */
export async function getSubmission(
  platform: Platform,
  workspaceId: string,
  interfaceId: string,
  id: string,
): Promise<FormSubmissionRecord> {
  const form = await requireFormInterface(platform, workspaceId, interfaceId);
  return presentRecord(platform, platform.database.sql, await requireSubmission(platform, form, id));
}
