import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A page of the docs folder; `name` is its path without the ending, like `reference/webhooks`. */
export interface DocsPage {
  readonly name: string;
  readonly title: string;
}

const folder = new URL('../../../../docs/', import.meta.url);

/** Guides in the order in which a user needs them. One that is not listed here comes after them. */
const guides = [
  'getting-started',
  'answering-widget',
  'chat-interfaces',
  'widget',
  'conversations',
  'forms',
  'models',
  'credits',
  'workflows',
  'triggers',
  'webhooks',
  'personas',
  'client',
  'openai',
  'error-codes',
  'people',
  'operating',
];

/** Pages for those who change the code: they are served, but not listed. */
const contributorPages: ReadonlySet<string> = new Set(['development', 'form-app']);

/** The reference from what holds for every request to what surrounds the server. */
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
  const names = (await listNames('')).filter((name) => !contributorPages.has(name));
  return describePages(inOrder(names, guides));
}

/** The pages of the reference, in order. */
export async function listReference(): Promise<DocsPage[]> {
  const names = await listNames('reference/');
  return describePages(
    inOrder(
      names,
      reference.map((name) => `reference/${name}`),
    ),
  );
}

/** The Markdown of a page, undefined if there is none of that name. */
export async function readDocsPage(name: string): Promise<string | undefined> {
  const under = /^(?:reference|decisions)\//.exec(name)?.[0] ?? '';
  if (!(await listNames(under)).includes(name)) return undefined;
  return readFile(new URL(`${name}.md`, folder), 'utf8');
}

export function titleOf(markdown: string, fallback: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? fallback;
}

async function listNames(under: string): Promise<string[]> {
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

async function describePages(names: readonly string[]): Promise<DocsPage[]> {
  return Promise.all(
    names.map(async (name) => ({
      name,
      title: titleOf(await readFile(new URL(`${name}.md`, folder), 'utf8'), name),
    })),
  );
}
