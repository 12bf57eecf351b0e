import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What somebody else's project holds that uses the packages: a file for each way to use them. */
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
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'ptk_none', maxRetries: 0 });
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
      return <html lang="en"><body>{children}</body></html>;
    }`,
  // A server component that renders a component of the package: it carries its own 'use client'.
  'app/page.tsx': `
    import { PorticoChat } from '@portico/widget/react';
    export default function Page() {
      return <main><h1>Help</h1><PorticoChat host="http://localhost:3000" chat="demo" /></main>;
    }`,
  'next.config.mjs': `export default { typescript: { ignoreBuildErrors: true } };`,
};

/** Writes the project into a folder; `packages` are the packed files, by name. */
export function writeConsumer(folder: string, packages: ReadonlyMap<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
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
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
