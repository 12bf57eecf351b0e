import { settingNames } from '../platform/config.ts';
import { version } from './version.ts';

const helpWords: ReadonlySet<string> = new Set(['help', '--help', '-h']);
const versionWords: ReadonlySet<string> = new Set(['version', '--version', '-v']);

/** Whether a command line asks for help, in any place. */
export const wantsHelp = (words: readonly string[]): boolean => words.some((word) => helpWords.has(word));

/** Whether a command line is a question for the version. */
export const wantsVersion = (words: readonly string[]): boolean =>
  words.length === 1 && versionWords.has(words[0] ?? '');

/** What the server prints instead of starting, if the command line asks for help or the version. */
export function findServerText(words: readonly string[]): string | undefined {
  if (wantsVersion(words)) return `${version}\n`;
  return wantsHelp(words) ? usage() : undefined;
}

const usage = (): string => `npm start -- [--role ROLE]

  --role ROLE    what this process does: web, worker or all (the default)
  --help         prints this text
  --version      prints the version

It is configured by environment variables. The roles web and worker need DATABASE_URL,
REDIS_URL and SECRET_KEY; all others are optional:

${wrap(settingNames)}

docs/reference/environment.md#variables explains them, docs/operating.md how to run Portico.
The commands for backups, keys and so on: npm run portico -- help
`;

/** Lines of names, as long as a terminal has room for. */
function wrap(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > 76) lines.push(`  ${name}`);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines.join(',\n');
}
