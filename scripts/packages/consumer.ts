import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** The files of a third-party project that uses the packages: one for each way to use them. */
const files: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      jsx: 'react-jsx',
    },
    include: ['src', 'app'],
  }),
  'src/use-client.ts': `
    import { createClient, PorticoError, type Agent } from '@portico/client';
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: process.env['PORTICO_KEY'], maxRetries: 0 });
    const names = (agents: readonly Agent[]): string[] => agents.map(({ name }) => name);
    try {
      console.log(names((await client.agents.list()).data));
    } catch (error) {
      if (!(error instanceof PorticoError)) throw error;
      console.log(error.code);
    }`,
  'src/page.ts': `
    import '@portico/embed-loader';
    import { mountChat } from '@portico/widget';
    window.Portico?.('open');
    console.log(typeof mountChat);`,
  'index.html': '<!doctype html><html lang="en"><body><script type="module" src="/src/page.ts"></script></body></html>',
  'app/layout.tsx': `
    import type { ReactNode } from 'react';
    export default function Layout({ children }: { children: ReactNode }) {
      return <html lang="en"><body><h1>Help</h1>{children}</body></html>;
    }`,
  'next.config.mjs': `export default { typescript: { ignoreBuildErrors: true } };`,
};

/** Writes the project into a folder; `packages` are the packed files by name, and `chat` is the chat on its page. */
export function writeConsumer(
  folder: string,
  packages: ReadonlyMap<string, string>,
  chat: { host: string; chat: string },
): void {
  // The guide's page: a server component that renders a component of the package, which contains its own 'use client'.
  writeFiles(folder, { ...files, 'app/page.tsx': readGuideFile('tsx', chat) });
  const dependencies = {
    ...Object.fromEntries([...packages].map(([name, file]) => [name, `file:${file}`])),
    '@types/node': '^24',
    '@types/react': '^19',
    '@types/react-dom': '^19',
    next: '^16',
    node: '^20',
    react: '^19',
    'react-dom': '^19',
    typescript: '^5.9',
    vite: '^8',
  };
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies, allowScripts: { node: true } };
  writeFiles(folder, { 'package.json': JSON.stringify(manifest) });
}

/** Writes a new Astro project whose layout is the guide's. */
export function writeAstroSite(folder: string, chat: { host: string; chat: string }): void {
  writeFiles(folder, {
    'src/layouts/Layout.astro': readGuideFile('astro', chat),
    'src/pages/index.astro': `---
import Layout from '../layouts/Layout.astro';
---
<Layout title="Help"><h1>Help</h1></Layout>`,
    'package.json': JSON.stringify({ name: 'site', private: true, type: 'module', dependencies: { astro: '^7' } }),
  });
}

function writeFiles(folder: string, content: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The code that docs/install-on-a-site.md gives to paste, with this server and chat in place of its examples. */
function readGuideFile(language: 'astro' | 'tsx', { host, chat }: { host: string; chat: string }): string {
  const guide = readFileSync(join(repositoryRoot, 'docs/install-on-a-site.md'), 'utf8');
  const text = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1];
  if (text === undefined) throw new Error(`the guide has no ${language}`);
  return text.replaceAll('https://portico.example.com', host).replaceAll('support', chat);
}
