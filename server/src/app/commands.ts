import { ApiKeyCreate, EmailAddress, Scope } from '@portico/shared-types';
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
import { ApiError, isDiskFull, StartError } from '../platform/errors.ts';
import { toOneLine } from '../platform/one-line.ts';
import type { Platform } from '../platform/platform.ts';
import type { CommandResult } from './command-result.ts';
import { usage } from './command-usage.ts';
import { parseCommand } from './parse-command.ts';

/** Runs a command that another process of this user sent, as JSON words; returns a JSON CommandResult. */
export async function answerCommand(platform: Platform, request: string): Promise<string> {
  let result: CommandResult;
  try {
    result = await runCommand(platform, z.array(z.string()).parse(JSON.parse(request)));
  } catch (error) {
    platform.log.error({ err: error }, 'a command failed');
    const text = isDiskFull(error)
      ? 'DATA_DIR: its disk is full; free some space'
      : 'The command failed unexpectedly; the log of the server says why';
    result = { text: `${text}\n`, code: 1 };
  }
  return JSON.stringify(result);
}

/** Runs one command of `npm run portico --` (docs/reference/environment.md#command-line). */
export async function runCommand(platform: Platform, words: readonly string[]): Promise<CommandResult> {
  const command = parseCommand(words);
  if ('fault' in command) return { text: command.fault, code: 2 };
  const { options } = command;
  // No command has more than one.
  const [first = ''] = command.names;
  try {
    switch (command.name) {
      case 'workspace create':
        if (!isOneLine(first)) return { text: 'NAME: must be one line\n', code: 2 };
        return ok(`${await createWorkspace(platform, first)}\n`);
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
      case 'key revoke':
        return ok(`${await revokeAnyKey(platform, first)} is revoked\n`);
      case 'console link': {
        const email = EmailAddress.optional().safeParse(options.get('email'));
        if (!email.success) return { text: '--email: must be an e-mail address\n', code: 2 };
        const workspace = options.get('workspace');
        return ok(`Open ${await createConsoleLink(platform, { workspace, email: email.data })}\n`);
      }
      case 'execution show':
        return ok(await showExecution(platform, first));
      case 'bundle export':
      case 'bundle import': {
        const place = { path: first, workspace: options.get('workspace') };
        const has = (flag: string): boolean => options.has(flag);
        const { exportCommand, importCommand } = await import('./bundle/bundle-commands.ts');
        if (command.name === 'bundle export')
          return ok(await exportCommand(platform, place, { withDocuments: has('with-documents') }));
        return await importCommand(platform, place, { dryRun: has('dry-run'), rename: has('rename') });
      }
      case 'backup':
        return ok(await (await import('./data-commands.ts')).backUp(platform, first));
      default:
        // `restore`, `move` and `secret-key accept`, which need the data for themselves.
        return { text: usage, code: 2 };
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof StartError) return { text: `${error.message}\n`, code: 1 };
    throw error;
  }
}

async function createKey(platform: Platform, options: ReadonlyMap<string, string>): Promise<CommandResult> {
  const wanted =
    options
      .get('scopes')
      ?.split(',')
      .map((scope) => scope.trim()) ?? Scope.options;
  const unknown = wanted.find((scope) => !Scope.safeParse(scope).success);
  if (unknown !== undefined) {
    return { text: `--scopes: there is no scope "${unknown}"; known are ${Scope.options.join(', ')}\n`, code: 2 };
  }
  const scopes = z.array(Scope).parse(wanted);
  const name = ApiKeyCreate.shape.name.safeParse(options.get('name') ?? 'from the shell');
  if (!name.success)
    return { text: `--name: ${name.error.issues.map(({ message }) => message).join(', ')}\n`, code: 2 };
  if (!isOneLine(name.data)) return { text: '--name: must be one line\n', code: 2 };
  const workspaceId = await requireWorkspace(platform, options.get('workspace'));
  const { key } = await createApiKey(platform, { workspaceId }, { name: name.data, scopes });
  return ok(`${key}\n`);
}

/** Lists show one line for each. */
function isOneLine(name: string): boolean {
  return /^\P{Cc}*$/u.test(name.trim());
}

function ok(text: string): CommandResult {
  return { text, code: 0 };
}

/** Names were chosen through the API, by people who must not control the operator's terminal. */
function table<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[]): string {
  const lines = rows.map((row) => columns.map((name) => toOneLine(String(row[name] ?? '-'))));
  const cells = [columns as readonly string[], ...lines];
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
