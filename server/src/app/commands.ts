import { EmailAddress, Scope } from '@portico/shared-types';
import { z } from 'zod';
import {
  createApiKey,
  createWorkspace,
  listAllKeys,
  listAllWorkspaces,
  requireWorkspace,
  revokeAnyKey,
} from '../features/api-keys/index.ts';
import { showExecution } from '../features/executions/index.ts';
import { createConsoleLink } from '../features/people/index.ts';
import { ApiError, StartError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { CommandResult } from './command-result.ts';
import { usage } from './command-usage.ts';

/** Runs a command that another process of this user sent, as JSON words; returns a JSON CommandResult. */
export async function answerCommand(platform: Platform, request: string): Promise<string> {
  return JSON.stringify(await runCommand(platform, z.array(z.string()).parse(JSON.parse(request))));
}

/** Runs one command of `npm run portico --` (docs/reference/environment.md#command-line). */
export async function runCommand(platform: Platform, words: readonly string[]): Promise<CommandResult> {
  const [noun, verb, ...rest] = words;
  const { options, names } = readWords(rest);
  try {
    switch (`${noun ?? ''} ${verb ?? ''}`) {
      case 'workspace create': {
        const [name] = names;
        if (name === undefined) return { text: usage, code: 2 };
        return ok(`${await createWorkspace(platform, name)}\n`);
      }
      case 'workspace list':
        return ok(table(await listAllWorkspaces(platform), ['id', 'name', 'created_at']));
      case 'key create':
        return await createKey(platform, options);
      case 'key list':
        return ok(
          table(await listAllKeys(platform, options.get('workspace')), [
            'id',
            'name',
            'created_at',
            'last_used_at',
            'expires_at',
            'revoked_at',
          ]),
        );
      case 'key revoke': {
        const [id] = names;
        if (id === undefined) return { text: usage, code: 2 };
        return ok(`${await revokeAnyKey(platform, id)} is revoked\n`);
      }
      case 'console link': {
        const email = EmailAddress.optional().safeParse(options.get('email'));
        if (!email.success) return { text: '--email: must be an e-mail address\n', code: 2 };
        const workspace = options.get('workspace');
        return ok(`Open ${await createConsoleLink(platform, { workspace, email: email.data })}\n`);
      }
      case 'execution show': {
        const [id] = names;
        if (id === undefined) return { text: usage, code: 2 };
        return ok(await showExecution(platform, id));
      }
      case 'bundle export':
      case 'bundle import': {
        const [path, ...others] = names;
        if (path === undefined || others.length > 0) return { text: usage, code: 2 };
        const place = { path, workspace: options.get('workspace') };
        const has = (flag: string): boolean => options.has(flag);
        const { exportCommand, importCommand } = await import('./bundle/bundle-commands.ts');
        if (verb === 'export')
          return ok(await exportCommand(platform, place, { withDocuments: has('with-documents') }));
        return await importCommand(platform, place, { dryRun: has('dry-run'), rename: has('rename') });
      }
      // The only command whose subcommand is a second word.
      case `backup ${verb ?? ''}`:
        if (verb === undefined || rest.length > 0) return { text: usage, code: 2 };
        return ok(await (await import('./data-commands.ts')).backUp(platform, verb));
      default:
        return { text: usage, code: 2 };
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof StartError) return { text: `${error.message}\n`, code: 1 };
    throw error;
  }
}

async function createKey(platform: Platform, options: ReadonlyMap<string, string>): Promise<CommandResult> {
  const scopes = z.array(Scope).safeParse(options.get('scopes')?.split(',') ?? Scope.options);
  if (!scopes.success) return { text: `--scopes: known are ${Scope.options.join(', ')}\n`, code: 2 };
  const workspaceId = await requireWorkspace(platform, options.get('workspace'));
  const { key } = await createApiKey(
    platform,
    { workspaceId },
    { name: options.get('name') ?? 'from the shell', scopes: scopes.data },
  );
  return ok(`${key}\n`);
}

function ok(text: string): CommandResult {
  return { text, code: 0 };
}

/** Options without a value. */
const flags = new Set(['dry-run', 'rename', 'with-documents']);

function readWords(words: readonly string[]): { options: Map<string, string>; names: string[] } {
  const options = new Map<string, string>();
  const names: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (flags.has(word.slice(2)) && word.startsWith('--')) options.set(word.slice(2), '');
    else if (word.startsWith('--')) {
      i += 1;
      options.set(word.slice(2), words[i] ?? '');
    } else names.push(word);
  }
  return { options, names };
}

function table<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[]): string {
  const cells = [columns as readonly string[], ...rows.map((row) => columns.map((name) => String(row[name] ?? '-')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map(
      (line) =>
        `${line
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
