import { notFound } from '../../platform/errors.ts';
import { isOriginAdmitted } from '../../platform/http/admit-origin.ts';
import type { AdmitRequest, Admission } from '../../platform/http/route.ts';
import { findFormInterfaceBySlug, type FormInterfaceRow } from './form-interfaces.sql.ts';

export interface Submitter extends Admission {
  readonly form: FormInterfaceRow;
}

/** Finds the form behind a slug for a caller whose origin may use it. Throws 404 otherwise. */
export async function admitSubmitter(request: AdmitRequest): Promise<Submitter> {
  const slug = request.params['slug'] ?? '';
  const form = await findFormInterfaceBySlug(request.platform.database.sql, slug);
  if (form === undefined || !isOriginAdmitted(request, form.settings.allowed_origins)) {
    throw notFound('form interface', slug);
  }
  return { form, allowedOrigin: request.origin };
}
