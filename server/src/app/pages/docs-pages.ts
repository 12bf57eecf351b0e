import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FileValues } from './file-values.ts';

/** A page of the docs folder; `name` is its path without the ending, like `reference/webhooks`. */
export interface DocsPage {
  readonly name: string;
  readonly title: string;
}

/** The docs folder of this repository. */
export const docsFolder = new URL('../../../../docs/', import.meta.url);

const titles = new FileValues<string>();

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

/** Guides in the order in which a user needs them. A guide that is missing here is listed in the last group. */
const guides = [
  { title: 'Get started', names: ['getting-started', 'answering-widget', 'first-agent', 'console'] },
  {
    title: 'Chat',
    names: ['chat-interfaces', 'widget', 'install-on-a-site', 'conversations', 'insights', 'client-tools'],
  },
  { title: 'Knowledge and models', names: ['sources', 'models', 'credits'] },
  { title: 'Forms and automations', names: ['forms', 'workflows', 'triggers', 'webhooks', 'personas'] },
  { title: 'Connect your code', names: ['client', 'packages', 'ai-sdk', 'openai', 'mcp', 'error-codes'] },
  { title: 'Run it', names: ['people', 'operating', 'deployment', 'backup', 'bundle'] },
];

/** Pages for contributors: they are served, but not listed. */
const contributorPages: ReadonlySet<string> = new Set(['development', 'form-app']);

/** The reference, from rules for every request to the environment of the server. */
const reference = [
  'addresses',
  'errors',
  'keys',
  'people',
  'limits',
  'agents',
  'threads',
  'conversations',
  'insights',
  'models',
  'knowledge-bases',
  'sources',
  'files',
  'workflows',
  'executions',
  'triggers',
  'webhooks',
  'streams',
  'outbound',
  'chat-interfaces',
  'public-chat',
  'form-interfaces',
  'public-forms',
  'personas',
  'openai',
  'older-endpoints',
  'embedding',
  'environment',
];

/** The guides that are listed for users, in order. */
export async function listGuides(): Promise<DocsPage[]> {
  return (await groupGuides(docsFolder)).flatMap(({ pages }) => pages);
}

/** The same guides, in the groups of the list. */
export async function groupGuides(folder: URL): Promise<DocsGroup[]> {
  const names = (await listNames(folder, '')).filter((name) => !contributorPages.has(name));
  const grouped = new Set(guides.flatMap((group) => group.names));
  const others = names.filter((name) => !grouped.has(name));
  return Promise.all(
    guides.map(async ({ title, names: ordered }, at) => ({
      title,
      pages: await describePages(folder, [
        ...ordered.filter((name) => names.includes(name)),
        ...(at === guides.length - 1 ? others : []),
      ]),
    })),
  );
}

/** The pages of the reference, in order. */
export async function listReference(folder: URL): Promise<DocsPage[]> {
  const names = await listNames(folder, 'reference/');
  return describePages(
    folder,
    inOrder(
      names,
      reference.map((name) => `reference/${name}`),
    ),
  );
}

/** The pages that the search finds: those that are listed, and the pages of the console's guide. */
export async function listSearched(folder: URL): Promise<DocsPage[]> {
  const [guides, console, reference] = await Promise.all([
    groupGuides(folder),
    listNames(folder, 'console/').then(async (names) => describePages(folder, names)),
    listReference(folder),
  ]);
  return [...guides.flatMap(({ pages }) => pages), ...console, ...reference];
}

/**
 * Addresses that are replaced by the server's in the examples of the docs. One that is given to a server is not: the
 * server's is localhost, until it has a better one.
 */
const exampleAddress = /(?<!PUBLIC_URL=)(?:http:\/\/localhost:3000|https:\/\/portico\.example\.com)/g;

/** The Markdown of a page as a server shows it: its examples have the server's address, and can be copied as they are. */
export async function readDocsFile(file: URL, publicUrl: string): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll(exampleAddress, () => publicUrl);
}

/** The Markdown file of a page, or undefined if no page has that name. */
export async function findDocsFile(folder: URL, name: string): Promise<URL | undefined> {
  const under = /^(?:reference|decisions|console)\//.exec(name)?.[0] ?? '';
  return (await listNames(folder, under)).includes(name) ? fileOf(folder, name) : undefined;
}

export function titleOf(markdown: string, fallback: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? fallback;
}

async function listNames(folder: URL, under: string): Promise<string[]> {
  const files = await readdir(fileURLToPath(new URL(under, folder)));
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => under + file.slice(0, -'.md'.length))
    .toSorted();
}

function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}

async function describePages(folder: URL, names: readonly string[]): Promise<DocsPage[]> {
  return Promise.all(
    names.map(async (name) => {
      const file = fileOf(folder, name);
      return { name, title: await titles.get(file, async () => titleOf(await readFile(file, 'utf8'), name)) };
    }),
  );
}

function fileOf(folder: URL, name: string): URL {
  return new URL(`${name}.md`, folder);
}
