/**
 * Each command of `npm run portico --`, its arguments, and what it does. The arguments are also what it accepts
 * (parse-command.ts): options in brackets, those with a value after it, and the others, all of which are needed.
 */
export const commands: readonly (readonly [command: string, words: string, purpose: string])[] = [
  ['workspace create', 'NAME', 'makes a workspace'],
  ['workspace list', '', ''],
  [
    'key create',
    '[--workspace NAME] [--name NAME] [--scopes a,b]',
    'makes a key, with every scope by default; it is shown only once',
  ],
  ['key list', '[--workspace NAME]', ''],
  ['key revoke', 'ID', ''],
  [
    'console link',
    '[--workspace NAME] [--email ADDRESS]',
    'prints a link that makes an owner, or sets the password of that person',
  ],
  ['execution show', 'ID', 'prints a run as a tree, with times'],
  ['backup', 'FILE', 'writes everything that the installation keeps into one file'],
  ['restore', 'FILE [--replace]', 'fills an empty installation from it; --replace deletes what is there'],
  ['move', 'DATABASE_URL [--replace]', 'copies the embedded database to Postgres'],
  ['secret-key accept', '', 'continues with another secret key after a loss; what it encrypted is lost'],
  [
    'bundle export',
    'FILE [--with-documents] [--workspace NAME]',
    'writes agents, workflows, interfaces and so on into one file, without secrets',
  ],
  [
    'bundle import',
    'FILE [--dry-run] [--rename] [--workspace NAME]',
    'creates them in another installation; --dry-run only says what would happen',
  ],
];

/** Characters before the purpose of a command. */
const indent = 35;

/** What `npm run portico -- help` prints. */
export const usage = `npm run portico -- COMMAND\n\n${commands.map(describe).join('')}`;

function describe([command, words, purpose]: (typeof commands)[number]): string {
  const call = `  ${command} ${words}`.trimEnd();
  if (purpose === '') return `${call}\n`;
  return call.length < indent ? `${call.padEnd(indent)}${purpose}\n` : `${call}\n${' '.repeat(indent)}${purpose}\n`;
}
