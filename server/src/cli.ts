import { resolve } from 'node:path';
import { CommandResult } from './app/command-result.ts';
import { usage } from './app/command-usage.ts';
import { type Command, parseCommand } from './app/parse-command.ts';
import { cacheCompiledCode } from './platform/compile-cache.ts';
import { type Config, readConfig } from './platform/config.ts';
import { StartError } from './platform/errors.ts';
import { askHolder } from './platform/lock-directory.ts';

/**
 * `npm run portico -- COMMAND`: sends the command to the server that runs on DATA_DIR, or opens the database itself if
 * no server is running. The server's modules are only loaded in that case, which takes a second.
 */
async function main(): Promise<CommandResult> {
  process.umask(0o077);
  cacheCompiledCode();
  const given = process.argv.slice(2);
  if (given.length === 0 || given.some((word) => helpWords.has(word))) return { text: usage, code: 0 };
  const words = resolvePaths(given);
  const command = parseCommand(words);
  if ('fault' in command) return { text: command.fault, code: 2 };
  // The others would create an empty installation in a folder that has none, such as a mistyped DATA_DIR.
  const mayCreate = command.name === 'restore' || command.name === 'workspace create';
  const config = readConfig({ LOG_LEVEL: 'fatal', ...process.env }, [], { mustExist: !mayCreate });
  const moved = await moveData(config, command);
  if (moved !== undefined) return { text: moved, code: 0 };
  const answer = config.databaseUrl === undefined ? await askHolder(config.dataDir, JSON.stringify(words)) : undefined;
  if (answer !== undefined) {
    if (answer === '') throw new StartError('DATA_DIR: the server on it is still starting; try again');
    return CommandResult.parse(JSON.parse(answer));
  }
  if (command.name === 'backup') {
    const { backUpAlone } = await import('./app/data-commands.ts');
    return { text: await backUpAlone(config, command.names[0] ?? ''), code: 0 };
  }
  const { openPlatform } = await import('./app/context.ts');
  const { runCommand } = await import('./app/commands.ts');
  const { platform, close } = await openPlatform(config);
  try {
    return await runCommand(platform, words);
  } finally {
    await close();
  }
}

const helpWords = new Set(['help', '--help', '-h']);

/** A path is relative to this process's folder, even if the other process reads or writes it. */
function resolvePaths(words: readonly string[]): string[] {
  const command = parseCommand(words);
  const paths = 'fault' in command ? [] : command.paths;
  return words.map((word, at) => (paths.includes(at) ? resolve(word) : word));
}

/** Commands that need exclusive access to the data: they are never sent to a running server. */
async function moveData(config: Config, { name, names, options }: Command): Promise<string | undefined> {
  if (name !== 'restore' && name !== 'move') return undefined;
  const [target = ''] = names;
  const replace = options.has('replace');
  const { move, restore } = await import('./app/data-commands.ts');
  if (name === 'restore') return restore(config, target, replace);
  return move(config, target, replace);
}

try {
  const { text, code } = await main();
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
