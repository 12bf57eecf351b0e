import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { Sql } from '../../../platform/database.ts';
import type { ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import { findVisit, type SessionRow } from './sessions.sql.ts';

/**
 * What a reply may use about its visitor: the fields in the interface's `context`, and attributes that the site has
 * signed. Most interfaces need few values, so the visit is read only if one of them needs it.
 */
export async function describeVisitor(
  sql: Sql,
  { settings }: ChatInterfaceRow,
  session: SessionRow,
): Promise<VisitorContext> {
  const fields = settings.context?.fields ?? [];
  const { interface_id: interfaceId, workspace_id: workspaceId } = session;
  const visit = fields.length > 0 || session.user_id !== null ? await findVisit(sql, session.id) : undefined;
  const locale = visit?.locale ?? session.locale ?? settings.locale;
  if (visit === undefined) return { interfaceId, workspaceId, locale, values: {}, identity: null };
  const known: Record<string, unknown> = {
    'visitor.name': visit.user_name,
    // Input from the chat doesn't replace attributes that the site has signed.
    'visitor.email': visit.email_verified ? visit.user_email : (visit.contact_email ?? visit.user_email),
    'visitor.user_id': session.user_id,
    'page.url': visit.page_url,
    'page.title': visit.page_title,
    locale,
  };
  const read = (field: string): unknown => {
    const [, key] = /^visitor\.metadata\.(.+)$/.exec(field) ?? [];
    if (key === undefined) return known[field];
    return Object.hasOwn(visit.metadata, key) ? visit.metadata[key] : null;
  };
  const identity = session.user_id === null ? null : { userId: session.user_id, ...signedOf(visit) };
  return {
    interfaceId,
    workspaceId,
    locale,
    values: Object.fromEntries(fields.map((field) => [field, read(field) ?? null])),
    identity,
  };
}

function signedOf(visit: NonNullable<Awaited<ReturnType<typeof findVisit>>>) {
  return {
    name: visit.name_verified ? visit.user_name : null,
    email: visit.email_verified ? visit.user_email : null,
  };
}
