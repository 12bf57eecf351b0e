import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite, compilerOptions, type App } from './packed-app.ts';

const root = join(import.meta.dirname, '../..');
const guides = join(root, 'docs');

/** A fenced example of a guide, and the name of its file, such as `widget-2.js`. */
export type Example = { language: string; text: string; file: string };

/**
 * The examples of `docs/{guide}.md` that name their language, in order, with its names replaced by the reader's own
 * `names`.
 */
export function readExamples(guide: string, names: Record<string, string> = {}): Example[] {
  const page = readFileSync(join(guides, `${guide}.md`), 'utf8');
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', example = ''], at) => ({
    language,
    text: Object.entries(names).reduce((text, [name, own]) => text.replaceAll(name, own), example),
    file: `${guide}-${at + 1}.${language}`,
  }));
}

const javascript = new Set(['js', 'jsx']);
const isOfReact = ({ language }: Example): boolean => language === 'jsx';

/**
 * Writes examples into a folder of an app that holds the packed packages. JavaScript is checked as its readers' editors
 * would, TypeScript strictly: `javascript.json` and `typescript.json` are the projects to check.
 */
export function writeExamples({ folder: app }: App, examples: readonly Example[]): string {
  const folder = join(app, 'guides');
  mkdirSync(folder);
  for (const { file, text } of examples) writeFileSync(join(folder, file), text);
  const include = ['../guide.ts'];
  const own = { moduleDetection: 'force', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const common = { ...compilerOptions.compilerOptions, ...own, skipLibCheck: true };
  const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));
  write('typescript.json', { compilerOptions: common, include: [...include, '*.ts', '*.tsx'] });
  const lax = { ...common, allowJs: true, checkJs: true, strict: false, exactOptionalPropertyTypes: false };
  write('javascript.json', { compilerOptions: lax, include: [...include, '*.js', '*.jsx'] });
  return folder;
}

/**
 * Creates a page from each example that is made for one, with the elements that its reader would have there. Returns
 * the pages by name; their scripts are in the folder's `site`.
 */
export async function bundleExamples(
  folder: string,
  examples: readonly Example[],
  config: object,
): Promise<Record<string, string>> {
  const scripts = examples.filter(({ language, text }) => javascript.has(language) && !text.includes("from 'node:"));
  for (const example of scripts) writeFileSync(join(folder, `run-${example.file}.tsx`), runnerOf(example));
  writeFileSync(join(folder, 'package.ts'), "import '@portico/widget';");
  await buildSite(folder, ['package.ts', ...scripts.map(({ file }) => `run-${file}.tsx`)], 'site');
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Guide</title>';
  // Without a bundler, the page itself maps the package's name.
  const map = '<script type="importmap">{"imports": {"@portico/widget": "./package.js"}}</script>';
  const globals = `<script>globalThis.config = ${JSON.stringify(config)}</script>`;
  return Object.fromEntries([
    ...scripts.map(({ file }) => [
      `${file}.html`,
      `${head}<body><div id="form"></div>${globals}<script type="module" src="./run-${file}.js"></script></html>`,
    ]),
    ...examples
      .filter(({ language }) => language === 'html')
      .map(({ file, text }) => [`${file}.html`, `${head}${map}<body>${text}</html>`]),
  ]);
}

/** A script that loads the reader's own parts and then the example; for React, it renders the export. */
function runnerOf(example: Example): string {
  const imports = "import '../guide.ts';\n";
  if (!isOfReact(example)) return `${imports}import './${example.file}';\n`;
  return `${imports}import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import * as parts from './${example.file}';
const place = document.body.appendChild(document.createElement('div'));
createRoot(place).render(createElement(Fragment, null, ...Object.values(parts).map((part) => createElement(part))));
`;
}
