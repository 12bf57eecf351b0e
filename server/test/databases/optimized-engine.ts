import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { processFlags } from './process-flags.ts';

// V8 first compiles Postgres' functions quickly, and optimizes those that are called often. A test process calls a few
// thousand of them, which takes it a tenth of its processor time. V8 can store optimized code, as Chromium does for a
// page, but Node has no function for it; these two are V8's own, for its tests.
const store = '(module) => %SerializeWasmModule(module)';
const load = '(code, bytes) => %DeserializeWasmModule(code, bytes)';

/** Part of Node, but not of its types. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

// Not in the folder for temporary files, to which other users may write: the stored code is run.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/portico/engine', import.meta.url));
const wasm = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');

/**
 * Optimizes PGlite's WebAssembly and stores it for all test processes of this checkout, if that has not been done yet.
 * Takes 10 s of one core, in a process of its own: V8 accepts stored code only with the flags of the process that stored
 * it, and this one's are not those of the test processes.
 */
export async function optimizeEngine(): Promise<void> {
  if (existsSync(await storedAt())) return;
  await promisify(execFile)(process.execPath, [...processFlags, fileURLToPath(import.meta.url)]);
}

/** The stored module; undefined if there is none, or none for this version of V8, and PGlite compiles its own. */
export async function optimizedEngine(): Promise<object | undefined> {
  const stored = await storedAt();
  if (!existsSync(stored)) return undefined;
  const [code, bytes] = await Promise.all([readFile(stored), readFile(wasm)]);
  // The server sets this too (startPGlite), and stored code only fits the settings with which it was stored.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  const module: unknown = callNative(load, Uint8Array.from(code).buffer, new Uint8Array(bytes));
  return module instanceof WebAssembly.Module ? module : undefined;
}

async function storeOptimized(): Promise<void> {
  const bytes = await readFile(wasm);
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  const atOnce = ['liftoff', 'wasm-lazy-compilation', 'wasm-dynamic-tiering'];
  for (const flag of atOnce) setFlagsFromString(`--no-${flag}`);
  const module = new WebAssembly.Module(bytes);
  for (const flag of atOnce) setFlagsFromString(`--${flag}`);
  const code: unknown = callNative(store, module);
  if (!(code instanceof ArrayBuffer)) throw new Error('V8 stored nothing');
  await mkdir(cache, { recursive: true });
  const stored = await storedAt();
  await writeFile(`${stored}.${process.pid}`, new Uint8Array(code));
  await rename(`${stored}.${process.pid}`, stored);
}

/** Calls a function whose source uses V8's own ones. */
function callNative(source: string, ...words: unknown[]): unknown {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const native: unknown = runInThisContext(source);
    return typeof native === 'function' ? Reflect.apply(native, undefined, words) : undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

async function storedAt(): Promise<string> {
  const hash = createHash('sha256')
    .update(process.versions.v8)
    .update(process.arch)
    .update(processFlags.join())
    .update(await readFile(wasm));
  return join(cache, hash.digest('hex').slice(0, 12));
}

if (import.meta.main) await storeOptimized();
