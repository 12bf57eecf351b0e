import { listAllWorkspaces, requireWorkspace } from '../../features/api-keys/index.ts';
import { StartError } from '../../platform/errors.ts';
import { toOneLine } from '../../platform/one-line.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindNames, kinds, type LeftOut } from './bundle.ts';
import type { ImportReport } from './bundle-import.ts';
import { exportBundle, type ExportOptions } from './export-bundle.ts';
import { importBundle, type ImportOptions } from './import-bundle.ts';

interface Place {
  readonly path: string;
  /** The id or the name of a workspace; not needed if there is only one. */
  readonly workspace: string | undefined;
}

/** `bundle export FILE`: returns what to print. */
export async function exportCommand(
  platform: Platform,
  { path, workspace }: Place,
  options: ExportOptions,
): Promise<string> {
  const { bundle, files } = await exportBundle(platform, await chooseWorkspace(platform, workspace), path, options);
  const counts = kinds.map((kind) => count(bundle[kind].length, kindNames[kind]));
  counts.push(count(bundle.sources.length, 'source'));
  if (options.withDocuments) counts.push(`${count(bundle.documents.length, 'document')} (${count(files, 'file')})`);
  return `${path}: ${counts.join(', ')}\n${describeLeftOut(bundle.left_out)}`;
}

/** `bundle import FILE`: returns what to print, and the exit code: 1 if something was refused. */
export async function importCommand(
  platform: Platform,
  { path, workspace }: Place,
  options: ImportOptions,
): Promise<{ text: string; code: number }> {
  const report = await importBundle(platform, await chooseWorkspace(platform, workspace), path, options);
  const isRefused = report.refused.length > 0;
  const text = isRefused ? describeRefused(report) : describeImported(report, options.dryRun);
  return { text, code: isRefused ? 1 : 0 };
}

async function chooseWorkspace(platform: Platform, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) return requireWorkspace(platform, wanted);
  const [only, ...others] = await listAllWorkspaces(platform);
  if (only !== undefined && others.length === 0) return only.id;
  throw new StartError('There are several workspaces: name one with --workspace, see "workspace list"');
}

function describeRefused({ refused }: ImportReport): string {
  const lines = refused.map(({ kind, name, reason }) => `${kind} "${name}": ${reason}`);
  return `Nothing was imported, because of:\n${indent(lines)}`;
}

function describeImported(report: ImportReport, dryRun: boolean): string {
  const { created, existing, renamed, secrets, leftOut, documents } = report;
  const sections = [
    section(
      dryRun ? 'Would be created:' : 'Created:',
      created.map(({ kind, name, from, id }) => `${kind} "${name}"  ${dryRun ? from : `${from} -> ${id}`}`),
    ),
    section(
      'Already there:',
      existing.map(({ kind, name, id }) => `${kind} "${name}"  ${id}`),
    ),
    section(
      dryRun ? 'Would get another slug:' : 'Got another slug:',
      renamed.map(({ kind, name, from, to }) => `${kind} "${name}"  ${from} -> ${to}`),
    ),
    documents === 0 ? '' : `${dryRun ? 'Would be added' : 'Added'}: ${count(documents, 'document')}\n`,
    describeLeftOut(leftOut),
    dryRun
      ? 'Nothing was written, because of --dry-run.\n'
      : section(
          'Secrets, which are shown only now:',
          secrets.map(({ kind, name, text }) => `${kind} "${name}"  ${text}`),
        ),
  ];
  return sections.join('');
}

function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return section(
    'Not in the bundle, because it contains no secrets; enter it in the installation that imports it:',
    leftOut.map(({ kind, name, path }) => `${kind} "${name}"  ${path}`),
  );
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${indent(lines)}`;
}

/** A bundle may be a stranger's, whose names must not control the operator's terminal. */
function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${toOneLine(line)}\n`).join('');
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}
