import {
  FormInterfaceCreate,
  FormLimits,
  type FormInterface,
  type FormInterfacePatch,
  type InterfacePreview,
  type FormInterfaceListQuery,
} from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { holdReferences } from '../../../platform/hold-references.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { proposeSlugs } from '../../../platform/propose-slugs.ts';
import { refuseTaken } from '../../../platform/refuse-taken.ts';
import { replaceOldSettings } from '../../../platform/replace-old-settings.ts';
import { type Definition, readWhole } from '../../../platform/select-page.ts';
import { recordChange } from '../../audit-log/index.ts';
import { openPreview } from '../../previews/index.ts';
import { checkForm } from './check-form.ts';
import {
  countSubmissions,
  findFormInterface,
  insertFormInterface,
  listFormInterfaces,
  lockFormInterface,
  updateFormInterface,
  type FormInterfaceRow,
  type NewFormInterface,
} from './form-interfaces.sql.ts';

/** Creates a form interface. Throws 400 for a taken slug, an unknown target or an invalid template. */
export async function createFormInterface(
  platform: Platform,
  workspaceId: string,
  input: FormInterfaceCreate,
): Promise<FormInterface> {
  const id = createId('fmi');
  await platform.database.transaction(async (tx) => {
    await holdTarget(tx, workspaceId, input);
    checkForm(input);
    const row = toRow(input, { id, workspace_id: workspaceId });
    for (const slug of input.slug === undefined ? proposeSlugs(row.settings.name) : [input.slug]) {
      if (!(await insertFormInterface(tx, { ...row, slug }))) continue;
      const resource = { id, name: row.settings.name };
      await recordChange(tx, { workspaceId, action: 'form_interface.created', resource, after: { ...input, slug } });
      return;
    }
    throw invalid({ path: 'body.slug', message: 'is taken', code: 'taken' });
  });
  return getFormInterface(platform, workspaceId, id);
}

export async function getFormInterface(platform: Platform, workspaceId: string, id: string): Promise<FormInterface> {
  const row = await requireFormInterface(platform, workspaceId, id);
  return present(row, await countSubmissions(platform.database.sql, [id]));
}

export async function pageFormInterfaces(
  platform: Platform,
  workspaceId: string,
  query: FormInterfaceListQuery,
): Promise<Page<FormInterface>> {
  const { sql } = platform.database;
  const { items, total } = await listFormInterfaces(sql, workspaceId, query);
  const counts = await countSubmissions(
    sql,
    items.map(({ id }) => id),
  );
  return { items: items.map((row) => present(row, counts)), total };
}

/** Applies a merge patch (RFC 7396); removed fields get their defaults. */
export async function patchFormInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: FormInterfacePatch,
): Promise<FormInterface> {
  await platform.database.transaction(async (tx) => {
    const row = await lockFormInterface(tx, workspaceId, id);
    if (row === undefined) throw notFound('form interface', id);
    const changed = merge(row, patch);
    await holdTarget(tx, workspaceId, changed);
    checkForm(changed, row.settings.fields);
    const { slug = row.slug } = changed;
    const updated = { ...toRow(changed, row), slug };
    await refuseTaken('body.slug', 'form_interfaces_slug_key', async () => updateFormInterface(tx, updated));
    const resource = { id, name: updated.settings.name };
    const states = { before: { ...writable(row), slug: row.slug }, after: { ...changed, slug } };
    await recordChange(tx, { workspaceId, action: 'form_interface.updated', resource, ...states });
  });
  return getFormInterface(platform, workspaceId, id);
}

/**
 * Stores a draft of the form, without changing the form, and returns the token that shows it at the saved slug. Throws
 * 404 and 400.
 */
export async function previewFormInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: FormInterfacePatch,
): Promise<InterfacePreview> {
  const row = await requireFormInterface(platform, workspaceId, id);
  const draft = merge(row, patch);
  await platform.database.transaction(async (tx) => holdTarget(tx, workspaceId, draft));
  checkForm(draft, row.settings.fields);
  return openPreview(platform, { workspaceId, interfaceId: id, draft, path: `/forms/${row.slug}` });
}

/** The form with a draft applied. */
export function withDraft(row: FormInterfaceRow, draft: unknown): FormInterfaceRow {
  return { ...row, ...toRow(FormInterfaceCreate.parse(draft), row), slug: row.slug, status: 'active' };
}

/** The interface of this workspace. Throws 404. */
export async function requireFormInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<FormInterfaceRow> {
  const row = await findFormInterface(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('form interface', id);
  return row;
}

function merge(row: FormInterfaceRow, patch: FormInterfacePatch): FormInterfaceCreate {
  return parsePart('body', FormInterfaceCreate, applyMergePatch(writable(row), patch));
}

function writable(row: FormInterfaceRow) {
  const { slug, status, target_type, workflow_id, agent_id, settings } = row;
  const limits = FormLimits.parse(settings.limits);
  const { limit_message = null } = settings;
  return { ...replaceOldSettings(settings), limits, limit_message, slug, status, target_type, workflow_id, agent_id };
}

/** Every form interface of a workspace as the body that would create it again. */
export async function listFormDefinitions(
  { database }: Platform,
  workspaceId: string,
): Promise<Definition<FormInterfaceCreate>[]> {
  const rows = await readWhole(async (query) => listFormInterfaces(database.sql, workspaceId, query));
  return rows.map((row) => ({ id: row.id, body: merge(row, {}) }));
}

function toRow(input: FormInterfaceCreate, own: { id: string; workspace_id: string }): NewFormInterface {
  const { slug = '', status, target_type, workflow_id, agent_id, ...rest } = input;
  const title = rest.title ?? rest.name ?? '';
  const settings = { ...rest, title, name: rest.name ?? title };
  const target = target_type === 'workflow' ? { workflow_id, agent_id: null } : { workflow_id: null, agent_id };
  return { id: own.id, workspace_id: own.workspace_id, slug, status, target_type, ...target, settings };
}

/** Prevents the deletion of the target until the transaction ends. Throws 400 if there is none. */
async function holdTarget(
  tx: Transaction,
  workspaceId: string,
  { target_type: resource, workflow_id, agent_id }: FormInterfaceCreate,
): Promise<void> {
  const id = (resource === 'workflow' ? workflow_id : agent_id) ?? '';
  if ((await holdReferences(tx, workspaceId, [{ resource, id }])).length === 0) return;
  throw invalid({
    path: `body.${resource}_id`,
    message: `does not name ${resource === 'agent' ? 'an agent' : 'a workflow'} of this workspace`,
    code: 'not_found',
  });
}

function present(row: FormInterfaceRow, counts: ReadonlyMap<string, number>): FormInterface {
  const { id, created_at, updated_at } = row;
  return { id, ...writable(row), stats: { submissions: counts.get(id) ?? 0 }, created_at, updated_at };
}
