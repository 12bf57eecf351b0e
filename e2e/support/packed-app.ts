import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const fixture = join(import.meta.dirname, '../react-app');

/** The widget and the loader as npm packages in a folder outside of this repository, for third-party apps. */
export type Packed = { folder: string; remove: () => void };

type Manifest = { version: string; dependencies?: Record<string, string> };

/** Packs both packages as they would be published. */
export async function packPackages(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-packed-'));
  const workspaces = ['widget', 'embed-loader'].map((name) => `--workspace=${name}`);
  await run('npm', ['pack', ...workspaces, `--pack-destination=${folder}`, '--silent'], { cwd: root });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type App = { folder: string; renderPage: (config: object) => string };

/**
 * Installs the packed packages, the dependencies in their manifests, and one version of React into the app of
 * `e2e/react-app`, and builds it with Vite. A dependency that a package doesn't declare is missing.
 * @param react folder whose `node_modules` hold the React to use.
 */
export async function buildApp({ folder: packed }: Packed, react: string): Promise<App> {
  const folder = mkdtempSync(join(packed, 'app-'));
  cpSync(fixture, folder, { recursive: true });
  for (const name of ['widget', 'embed-loader']) {
    const into = join(folder, 'node_modules/@portico', name);
    mkdirSync(into, { recursive: true });
    const { version } = readManifest(join(root, name, 'package.json'));
    await run('tar', ['-xzf', join(packed, `portico-${name}-${version}.tgz`), '-C', into, '--strip-components=1']);
    installNamed(folder, readManifest(join(into, 'package.json')), root);
  }
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom']) install(folder, name, react);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compilerOptions));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'server.tsx', outDir: 'ssr' },
    ssr: { noExternal: true },
  });
  await buildSite(folder, ['client.tsx', 'module.ts'], 'site');
  const server = (await import(pathToFileURL(join(folder, 'ssr/server.js')).href)) as Pick<App, 'renderPage'>;
  return { folder, renderPage: server.renderPage };
}

/** Bundles scripts of an app for a browser: each into `{outDir}/{its name}.js`. */
export async function buildSite(folder: string, input: string[], outDir: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    base: './',
    build: {
      outDir,
      modulePreload: false,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  });
}

/**
 * Runs the compiler over a project, the packages' own declarations included; returns what it finds.
 * @param project a folder with a tsconfig.json, or such a file.
 */
export async function checkTypes(project: string): Promise<string> {
  const compiler = join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(compiler, ['--project', project, '--pretty', 'false']).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.trim();
}

/** The settings of other people's TypeScript projects, the strictest included. */
export const compilerOptions = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: false,
  },
  include: ['*.ts', '*.tsx'],
};

function installNamed(folder: string, { dependencies = {} }: Manifest, from: string): void {
  for (const name of Object.keys(dependencies)) install(folder, name, from);
}

/** Copies a package and its dependencies from a `node_modules` near `from`, including nested ones. */
function install(folder: string, name: string, from: string): void {
  const source = [join(from, 'node_modules', name), join(root, 'node_modules', name)].find((path) => existsSync(path));
  if (source === undefined) throw new Error(`${name} is not installed here`);
  const into = join(folder, 'node_modules', name);
  if (existsSync(into)) return;
  cpSync(source, into, { recursive: true, dereference: true });
  installNamed(folder, readManifest(join(source, 'package.json')), from);
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
