// Other projects compile this file without seeing the folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./web-assembly.d.ts" />
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten';
import type { SandboxAnswer, SandboxTask } from './task.ts';
import { cutText } from '../cut-text.ts';

/**
 * The memory of the whole WebAssembly module, in its pages of 64 KiB: QuickJS's own limit is compared with each allocation,
 * but not with their total, because under Emscripten it doesn't know the size of what is allocated.
 */
const pages = { initial: 256, maximum: 1024 };
const nearlyAllBytes = 0.9 * pages.maximum * 64 * 1024;
// With QuickJS's default stack size a plain recursion aborts the WebAssembly module instead of throwing.
const stackBytes = 256 * 1024;
const maxLogs = 500;
const maxLogLength = 4_000;
const maxResultLength = 10_000_000;
const maxMessageLength = 1_000;

/** Runs a module whose default export is a function of the inputs, in a fresh QuickJS without any host access. */
export async function runScript(task: Extract<SandboxTask, { kind: 'script' }>): Promise<SandboxAnswer> {
  const end = performance.now() + task.timeoutMs;
  const { runtime, wasmMemory } = await openRuntime();
  runtime.setInterruptHandler(() => performance.now() > end);
  const logs: string[] = [];
  const script = new Script(runtime.newContext(), end, logs);
  try {
    return { kind: 'script', value: script.run(task.source, task.inputs), logs };
  } catch (error) {
    if (performance.now() > end) return { kind: 'timeout' };
    const wasUsedUp = error instanceof ThrownNull && wasmMemory.buffer.byteLength >= nearlyAllBytes;
    const message = error instanceof ScriptError && !wasUsedUp ? error.message : usedUp;
    return { kind: 'failed', message, logs };
  }
}

/** Compiles modules as runScript does, without running any of their code. */
export async function compileScripts({ sources }: Extract<SandboxTask, { kind: 'syntax' }>): Promise<SandboxAnswer> {
  const faults: (string | null)[] = [];
  let script: Script | undefined;
  for (const source of sources) {
    script ??= new Script((await openRuntime()).runtime.newContext(), Infinity, []);
    try {
      faults.push(script.findFault(source));
    } catch {
      // The memory or the stack of WebAssembly itself is used up, and nothing else can run in the module.
      faults.push(usedUp);
      script = undefined;
    }
  }
  return { kind: 'compiled', faults };
}

/** Nothing of it is disposed: module and runtime end together, and a runtime out of memory can't be disposed cleanly. */
async function openRuntime() {
  const wasmMemory = new WebAssembly.Memory(pages);
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  return { runtime, wasmMemory };
}

/** Thrown instead of running a module: errors of the compiler are objects. */
const noError = 0;
const usedUp = 'The code used too much memory or stack.';
const noFunction = 'The code must have a function as its default export: export default (inputs) => …';

class ScriptError extends Error {}

/** QuickJS also throws null if there is no memory left for an error. */
class ThrownNull extends ScriptError {}

class Script {
  readonly #context: QuickJSContext;
  readonly #end: number;
  readonly #slice: QuickJSHandle;
  readonly #json: { parse: QuickJSHandle; stringify: QuickJSHandle };

  constructor(context: QuickJSContext, end: number, logs: string[]) {
    this.#context = context;
    this.#end = end;
    // Saved before the author's code runs, so that changes to JSON affect only that code.
    const json = context.getProp(context.global, 'JSON');
    this.#json = { parse: context.getProp(json, 'parse'), stringify: context.getProp(json, 'stringify') };
    this.#slice = context.getProp(context.getProp(context.getProp(context.global, 'String'), 'prototype'), 'slice');
    this.#addConsole(logs);
  }

  run(source: string, inputs: unknown): unknown {
    const namespace = this.#settle(this.#unwrap(this.#context.evalCode(source, 'code.js', { type: 'module' })));
    const main = this.#context.getProp(namespace, 'default');
    if (this.#context.typeof(main) !== 'function') {
      throw new ScriptError(noFunction);
    }
    const given = this.#call(this.#json.parse, this.#context.newString(JSON.stringify(inputs ?? null)));
    const text = this.#call(this.#json.stringify, this.#settle(this.#call(main, given)));
    if (this.#context.typeof(text) !== 'string') return null;
    const result = this.#context.getString(text);
    if (result.length > maxResultLength) throw new ScriptError('The code’s result is larger than 10 MB.');
    return JSON.parse(result);
  }

  findFault(source: string): string | null {
    // A module is compiled as a whole before its first statement runs, and this one is the first. With quickjs-emscripten's
    // compileOnly, some modules fail without an error.
    const { error } = this.#context.evalCode(`throw ${noError};${source}`, 'code.js', { type: 'module' });
    if (error && this.#context.typeof(error) !== 'number') {
      const fault = this.#describe(error);
      if (fault instanceof ThrownNull) throw fault;
      return fault.message;
    }
    // Whether it is a function is only known when it runs.
    return source.includes('default') ? null : noFunction;
  }

  #addConsole(logs: string[]): void {
    const target = this.#context.newObject();
    const write = this.#context.newFunction('log', (...parts) => {
      if (logs.length >= maxLogs) return;
      const line = parts.map((part) => this.#show(part)).join(' ');
      logs.push(cutText(line, maxLogLength));
    });
    for (const level of ['log', 'info', 'warn', 'error', 'debug']) this.#context.setProp(target, level, write);
    this.#context.setProp(this.#context.global, 'console', target);
  }

  #show(value: QuickJSHandle): string {
    if (this.#context.typeof(value) === 'string') return this.#context.getString(value);
    const text = this.#context.callFunction(this.#json.stringify, this.#context.undefined, value);
    if (text.error) return '[unprintable]';
    return this.#context.typeof(text.value) === 'string' ? this.#context.getString(text.value) : 'undefined';
  }

  #call(target: QuickJSHandle, argument: QuickJSHandle): QuickJSHandle {
    return this.#unwrap(this.#context.callFunction(target, this.#context.undefined, argument));
  }

  /**
   * Runs the promise jobs until a promise is settled. There are no timers, so an unresolved promise never settles
   * otherwise.
   */
  #settle(value: QuickJSHandle): QuickJSHandle {
    const runtime = this.#context.runtime;
    for (;;) {
      const state = this.#context.getPromiseState(value);
      if (state.type === 'fulfilled') return state.value;
      if (state.type === 'rejected') throw this.#describe(state.error);
      if (!runtime.hasPendingJob()) throw new ScriptError('The code’s promise never settles.');
      const done = runtime.executePendingJobs(100);
      if (done.error) throw this.#describe(done.error);
      if (performance.now() > this.#end) throw new ScriptError('The code took too long.');
    }
  }

  #unwrap(result: { value: QuickJSHandle; error?: undefined } | { error: QuickJSHandle }): QuickJSHandle {
    if (result.error) throw this.#describe(result.error);
    return result.value;
  }

  #describe(error: QuickJSHandle): ScriptError {
    const large = this.#describeLarge(error);
    if (large !== undefined) return large;
    const thrown: unknown = this.#context.dump(error);
    if (typeof thrown !== 'object' || thrown === null) {
      const text = cutText(String(thrown), maxMessageLength);
      return thrown === null ? new ThrownNull(text) : new ScriptError(text);
    }
    const name = 'name' in thrown && typeof thrown.name === 'string' ? thrown.name : 'Error';
    const message = 'message' in thrown && typeof thrown.message === 'string' ? thrown.message : JSON.stringify(thrown);
    const place = placeOf(name, thrown);
    return new ScriptError(cutText(`${name}: ${message}`, maxMessageLength - place.length) + place);
  }

  /** An error whose message is too large to be copied with the rest of it; undefined for any other. */
  #describeLarge(error: QuickJSHandle): ScriptError | undefined {
    if (this.#context.typeof(error) !== 'object') return undefined;
    const message = this.#read(error, 'message');
    const length = message && this.#context.getProp(message, 'length');
    if (message === undefined || length === undefined || this.#context.getNumber(length) <= maxMessageLength) {
      return undefined;
    }
    const [start, end] = [this.#context.newNumber(0), this.#context.newNumber(maxMessageLength)];
    const part = this.#context.callFunction(this.#slice, message, start, end);
    if (part.error) return undefined;
    const name = this.#read(error, 'name');
    const text = `${name ? this.#context.getString(name) : 'Error'}: ${this.#context.getString(part.value)}`;
    return new ScriptError(cutText(text, maxMessageLength));
  }

  /** A property that is text; undefined for any other, and for one that can't be read. */
  #read(value: QuickJSHandle, name: string): QuickJSHandle | undefined {
    try {
      const property = this.#context.getProp(value, name);
      return this.#context.typeof(property) === 'string' ? property : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The line of the author's code that failed. What the author has thrown is for readers who don't see the code. */
function placeOf(name: string, thrown: object): string {
  if (name === 'Error' || !('stack' in thrown) || typeof thrown.stack !== 'string') return '';
  const line = /code\.js:(\d+)/.exec(thrown.stack)?.[1];
  return line === undefined ? '' : ` (line ${line})`;
}
