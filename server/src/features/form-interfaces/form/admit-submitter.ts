import { notFound } from '../../../platform/errors.ts';
import { isOriginAdmitted } from '../../../platform/http/admit-origin.ts';
import type { AdmitRequest, Admission } from '../../../platform/http/route.ts';
import { findDraft, previewExpired } from '../../previews/index.ts';
import { withDraft } from './form-interfaces.service.ts';
import { findFormInterface, findFormInterfaceBySlug, type FormInterfaceRow } from './form-interfaces.sql.ts';

export interface Submitter extends Admission {
  readonly form: FormInterfaceRow;
  /** The draft that the owner's team previews; null for the saved form. */
  readonly draft: unknown;
}

/**
 * Finds the form for a slug if the caller's origin may use it, or the draft named by the token in `X-Portico-Preview`.
 * Throws 404 otherwise, and 401 for an expired preview.
 */
export async function admitSubmitter(request: AdmitRequest): Promise<Submitter> {
  const slug = request.params['slug'] ?? '';
  const { sql } = request.platform.database;
  const preview = await findDraft(request.platform, request.headers);
  if (preview === undefined) throw previewExpired();
  const isPreview = preview !== 'none';
  const live = isPreview
    ? await findFormInterface(sql, preview.workspace_id, preview.interface_id)
    : await findFormInterfaceBySlug(sql, slug);
  if (live === undefined || live.slug !== slug) throw notFound('form interface', slug, { isReadable: true });
  const form = isPreview ? withDraft(live, preview.draft) : live;
  if (!isOriginAdmitted(request, form.settings.allowed_origins)) throw notFound('form interface', slug);
  return { form, allowedOrigin: request.origin, draft: isPreview ? preview.draft : null };
}
