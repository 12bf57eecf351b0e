import { resolve } from 'node:path';
import { readConfig, type Settings } from '../platform/config.ts';
import { StartError, StoreUnavailable } from '../platform/errors.ts';
import { askHolder, stillStarting } from '../platform/lock-directory.ts';
import { CommandResult } from './command-result.ts';
import { usage } from './command-usage.ts';
import { type Command, parseCommand } from './parse-command.ts';
import { wantsHelp, wantsVersion } from './server-usage.ts';
import { version } from './version.ts';

/**
 * `npm run portico -- COMMAND`: sends the command to the server that runs on DATA_DIR, or opens the database itself if
 * no server is running. The server's modules are only loaded in that case, which takes a second. `folder` is the one
 * that relative paths of files start from.
 */
export async function runCommandLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<CommandResult> {
  try {
    return await runWords(given, environment, folder);
  } catch (error) {
    if (error instanceof StartError || error instanceof StoreUnavailable)
      return { text: `${error.message}\n`, code: 1 };
    throw error;
  }
}

async function runWords(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<CommandResult> {
  if (given.length === 0 || wantsHelp(given)) return { text: usage, code: 0 };
  if (wantsVersion(given)) return { text: `${version}\n`, code: 0 };
  const words = resolvePaths(given, folder);
  const command = parseCommand(words);
  if ('fault' in command) return { text: command.fault, code: 2 };
  // The others would create an empty installation in a folder that has none, such as a mistyped DATA_DIR.
  const mayCreate = command.name === 'restore' || command.name === 'workspace create';
  const settings = readConfig({ LOG_LEVEL: 'fatal', ...environment }, [], { mustExist: !mayCreate });
  const done = await runAlone(settings, command);
  if (done !== undefined) return { text: done, code: 0 };
  const isEmbedded = settings.databaseUrl === undefined;
  const answer = isEmbedded ? await askHolder(settings.dataDir, JSON.stringify(words)) : undefined;
  if (answer === stillStarting) {
    throw new StartError('DATA_DIR: a server is starting on it, or another command is using it; try again');
  }
  if (answer === '') throw new StartError('The server on DATA_DIR ended before the command did; see its log');
  if (answer !== undefined) return CommandResult.parse(JSON.parse(answer));
  if (command.name === 'backup') {
    const { backUpAlone } = await import('./data-commands.ts');
    return { text: await backUpAlone(settings, command.names[0] ?? ''), code: 0 };
  }
  return runBeside(settings, command, words);
}

/** Runs a command on the database itself: it is on a server, or it is embedded and no server runs on it. */
async function runBeside(settings: Settings, { name }: Command, words: readonly string[]): Promise<CommandResult> {
  const { openInstallation } = await import('./open-installation.ts');
  const { openPlatform } = await import('./context.ts');
  const { runCommand } = await import('./commands.ts');
  const files = name === 'bundle export' || name === 'bundle import';
  const installation = await openInstallation(settings, { files, older: false, create: name === 'workspace create' });
  const { platform, close } = await openPlatform(settings, { installation }).catch(async (error: unknown) => {
    await installation.database.close();
    throw error;
  });
  try {
    return await runCommand(platform, words);
  } finally {
    await close();
  }
}

/** A path is relative to the caller's folder, even if the other process reads or writes it. */
function resolvePaths(words: readonly string[], folder: string): string[] {
  const command = parseCommand(words);
  const paths = 'fault' in command ? [] : command.paths;
  return words.map((word, at) => (paths.includes(at) ? resolve(folder, word) : word));
}

/** Commands that need exclusive access to the data: they are never sent to a running server. */
async function runAlone(settings: Settings, { name, names, options }: Command): Promise<string | undefined> {
  if (name !== 'restore' && name !== 'move' && name !== 'secret-key accept') return undefined;
  const [target = ''] = names;
  const replace = options.has('replace');
  const { acceptKey, move, restore } = await import('./data-commands.ts');
  if (name === 'restore') return restore(settings, target, replace);
  return name === 'move' ? move(settings, target, replace) : acceptKey(settings);
}
