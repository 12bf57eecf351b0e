import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Facts } from '../shared-types/src/languages/facts.ts';
import { repositoryRoot } from './repository.ts';

/*
 * `npm run generate`, first part: writes the lists of languages (`shared-types/src/languages/lists`) from the folders beside
 * them, one list for each page of texts, so that the compiler names the file or the text that a language lacks. With --check
 * it writes nothing and fails if a list is out of date.
 */

/** Pages whose texts are loaded in one language only. English is built into the widget, as its fallback. */
const loadedAlone: Readonly<Record<string, 'every language' | 'all but English'>> = {
  form: 'every language',
  persona: 'every language',
  widget: 'all but English',
};
const notice = '// Written by `npm run generate` from the folders of the languages.\n';
const folder = join(repositoryRoot, 'shared-types/src/languages');

function listCodes(): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const codes = folders.map(({ name }) => name).filter((name) => name !== 'lists' && name !== 'en');
  return ['en', ...codes.toSorted()];
}

async function readFacts(code: string): Promise<Facts> {
  const module: { language: Facts } = await import(pathToFileURL(join(folder, code, 'language.ts')).href);
  return module.language;
}

async function listLanguages(codes: readonly string[]): Promise<string> {
  const facts = await Promise.all(codes.map(async (code) => ({ code, ...(await readFacts(code)) })));
  const rightToLeft = facts.filter(({ direction }) => direction === 'rtl').map(({ code }) => `'${code}'`);
  return `${notice}export const languages = [${codes.map((code) => `'${code}'`).join(', ')}] as const;
export type Language = (typeof languages)[number];

export const rightToLeft: readonly string[] = [${rightToLeft.join(', ')}];

/** The names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
${facts.map(({ code, name }) => `  ${code}: ${JSON.stringify(name)},`).join('\n')}
};
`;
}

function listPage(page: string, codes: readonly string[]): string {
  const loads = loadedAlone[page];
  const type = "import type { Language } from './languages.ts';\n";
  if (loads === undefined) {
    const imports = codes.map((code) => `import { texts as ${code} } from '../${code}/${page}.ts';\n`).join('');
    const values = codes.map((code) => `  ${code},\n`).join('');
    return `${notice}import type { Texts } from '../en/${page}.ts';\n${imports}${type}
export const textsByLanguage: Readonly<Record<string, Texts> & Record<Language, Texts>> = {\n${values}};\n`;
  }
  const listed = loads === 'every language' ? codes : codes.slice(1);
  const key = loads === 'every language' ? 'Language' : "Exclude<Language, 'en'>";
  const values = listed.map((code) => `  ${code}: () => import('../${code}/${page}.ts'),\n`).join('');
  return `${notice}import type { Texts } from '../en/${page}.ts';\n${type}
export const loaders: Readonly<Record<${key}, () => Promise<{ texts: Texts }>>> = {\n${values}};\n`;
}

const codes = listCodes();
const pages = readdirSync(join(folder, 'en')).map((name) => name.replace(/\.ts$/, ''));
const wanted = new Map([['languages.ts', await listLanguages(codes)]]);
for (const page of pages.filter((name) => name !== 'language')) wanted.set(`${page}.ts`, listPage(page, codes));

const lists = join(folder, 'lists');
mkdirSync(lists, { recursive: true });
const found = new Map(readdirSync(lists).map((name) => [name, readFileSync(join(lists, name), 'utf8')]));
const stale = [...new Set([...wanted.keys(), ...found.keys()])].filter((name) => wanted.get(name) !== found.get(name));
for (const name of stale) {
  const path = `shared-types/src/languages/lists/${name}`;
  const text = wanted.get(name);
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is stale: run npm run generate\n`);
    process.exitCode = 1;
  } else if (text === undefined) {
    rmSync(join(repositoryRoot, path));
  } else {
    writeFileSync(join(repositoryRoot, path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
