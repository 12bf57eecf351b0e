import { CommandResult, runCommand } from './app/commands.ts';
import { openPlatform } from './app/context.ts';
import { readConfig } from './platform/config.ts';
import { StartError } from './platform/errors.ts';
import { askHolder } from './platform/lock-directory.ts';

/**
 * `npm run portico -- COMMAND`: asks the server that runs on DATA_DIR, or opens the database itself if none does.
 */
async function main(): Promise<CommandResult> {
  const words = process.argv.slice(2);
  process.umask(0o077);
  const config = readConfig({ LOG_LEVEL: 'fatal', ...process.env }, []);
  const answer = config.databaseUrl === undefined ? await askHolder(config.dataDir, JSON.stringify(words)) : undefined;
  if (answer !== undefined) {
    if (answer === '') throw new StartError('DATA_DIR: the server on it is still starting; try again');
    return CommandResult.parse(JSON.parse(answer));
  }
  const { platform, close } = await openPlatform(config);
  try {
    return await runCommand(platform, words);
  } finally {
    await close();
  }
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
