import { resolve } from 'node:path';
import { CommandResult } from './app/command-result.ts';
import { isCommand, usage } from './app/command-usage.ts';
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
  const words = readCommandLine(process.argv.slice(2));
  if (words.length === 0 || words.some((word) => helpWords.has(word))) return { text: usage, code: 0 };
  if (!isCommand(words)) return { text: usage, code: 2 };
  // The others would create an empty installation in a folder that has none, such as a mistyped DATA_DIR.
  const mayCreate = words[0] === 'restore' || words.slice(0, 2).join(' ') === 'workspace create';
  const config = readConfig({ LOG_LEVEL: 'fatal', ...process.env }, [], { mustExist: !mayCreate });
  const moved = await moveData(config, words);
  if (moved !== undefined) return { text: moved, code: 0 };
  const answer = config.databaseUrl === undefined ? await askHolder(config.dataDir, JSON.stringify(words)) : undefined;
  if (answer !== undefined) {
    if (answer === '') throw new StartError('DATA_DIR: the server on it is still starting; try again');
    return CommandResult.parse(JSON.parse(answer));
  }
  if (isBackup(words)) {
    const { backUpAlone } = await import('./app/data-commands.ts');
    return { text: await backUpAlone(config, words[1]), code: 0 };
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
function readCommandLine(words: string[]): string[] {
  const [command, path, ...rest] = words;
  if (command === 'bundle') {
    return words.map((word, at) =>
      at > 1 && !word.startsWith('--') && words[at - 1] !== '--workspace' ? resolve(word) : word,
    );
  }
  if ((command !== 'backup' && command !== 'restore') || path === undefined || path.startsWith('--')) return words;
  return [command, resolve(path), ...rest];
}

function isBackup(words: readonly string[]): words is [string, string] {
  return words[0] === 'backup' && words.length === 2;
}

/** Commands that need exclusive access to the data: they are never sent to a running server. */
async function moveData(config: Config, words: readonly string[]): Promise<string | undefined> {
  const [command, ...rest] = words;
  const [target, ...others] = rest.filter((word) => word !== '--replace');
  if (target === undefined || others.length > 0 || target.startsWith('--')) return undefined;
  if (command !== 'restore' && command !== 'move') return undefined;
  const replace = rest.includes('--replace');
  const { move, restore } = await import('./app/data-commands.ts');
  if (command === 'restore') return restore(config, target, replace);
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
