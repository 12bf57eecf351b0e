import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox(1);
afterAll(() => sandbox.close());

const run = (source: string, inputs: unknown = null, timeoutMs = 2_000) =>
  sandbox.run({ kind: 'script', source, inputs, timeoutMs }, { workspaceId: 'ws_test', timeoutMs });

describe('code in the sandbox', () => {
  it('returns the function’s result and its logs', async () => {
    const source =
      'export default (inputs) => { console.log("n is", inputs.n, {a: 1}); return { twice: inputs.n * 2 } }';
    expect(await run(source, { n: 4 })).toEqual({ kind: 'script', value: { twice: 8 }, logs: ['n is 4 {"a":1}'] });
  });

  it('waits for a promise, and sees one that never settles', async () => {
    expect(await run('export default async (i) => { await null; return i + 1 }', 1)).toMatchObject({ value: 2 });
    expect(await run('const x = await Promise.resolve(3); export default () => x')).toMatchObject({ value: 3 });
    expect(await run('export default () => new Promise(() => {})')).toMatchObject({ message: /never settles/ });
    expect(await run('export default () => undefined')).toMatchObject({ kind: 'script', value: null });
  });

  it.each([
    [
      'export default (inputs) => {\n  const list = inputs.items;\n  return list.length;\n};',
      /^TypeError: .+ \(line 2\)$/,
    ],
    [
      'const f = (x) => x.a.b;\n\nexport default async () => {\n  await null;\n  return f({});\n}',
      /^TypeError: .+ \(line 1\)$/,
    ],
    ['export default () => {\n  return (1 +;\n}', /^SyntaxError: .+ \(line 2\)$/],
    ['export default () => {\n\n  return fetch("x");\n}', /^ReferenceError: .+ \(line 3\)$/],
    ['export default () => {\n\n  throw new Error("no price");\n}', /^Error: no price$/],
  ])('the error of %j names the line, unless the author has thrown it', async (source, message) => {
    expect(await run(source)).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
  });

  it('is compiled without being run', async () => {
    const sources = [
      'while (true) {}\nexport default () => 1',
      'export default () => {\n  return (1 +;\n}',
      'export default () => 2',
      'return 1',
      'const a = 1',
      'import fs from "node:fs"; export default () => fs',
      'export { a as default }; const a = async () => await 1',
      `export default () => ${'('.repeat(100_000)}`,
    ];
    const answer = await sandbox.run({ kind: 'syntax', sources }, { workspaceId: 'ws_test', timeoutMs: 5_000 });
    expect(answer).toEqual({
      kind: 'compiled',
      faults: [
        null,
        expect.stringMatching(/^SyntaxError: .+ \(line 2\)$/),
        null,
        expect.stringMatching(/^SyntaxError: .+ \(line 1\)$/),
        expect.stringMatching(/default export/),
        expect.stringMatching(/node:fs/),
        null,
        expect.stringMatching(/./),
      ],
    });
  });

  it.each([
    ['export default () => { throw new TypeError("no") }', /TypeError: no/],
    ['export default () => { throw "text" }', /text/],
    ['export default () => { throw new Error("long".repeat(5000000)) }', /^Error: (long)+/],
    ['export default () => { throw new RangeError("😀".repeat(5000000)) }', /^RangeError: (😀)+/u],
    ['export default () => { throw "😀".repeat(5000000) }', /^(😀)+/u],
    ['export default () => { throw { get message() { throw 1 } } }', /./],
    ['export default async () => { throw new Error("later") }', /Error: later/],
    ['export default 3', /default export/],
    ['const a = 1', /default export/],
    ['export default (', /SyntaxError/],
    ['import fs from "node:fs"; export default () => fs', /./],
    ['export default () => require("node:fs")', /ReferenceError/],
    ['export default async () => import("node:fs")', /./],
    ['export default () => process.env', /ReferenceError/],
    ['export default () => fetch("http://127.0.0.1")', /ReferenceError/],
    ['export default () => ({}).constructor.constructor("return process")()', /ReferenceError/],
    ['export default () => console.log.constructor("return process")()', /ReferenceError/],
    ['export default () => setTimeout(() => 1, 1)', /ReferenceError/],
    ['while (true) {} export default () => 1', /timeout/],
    ['export default () => { for (;;) {} }', /timeout/],
    ['export default async () => { for (;;) await null }', /timeout/],
    ['const f = () => f() + 1; export default () => f()', /./],
    ['const f = (x) => JSON.stringify({ toJSON: () => f(x) }); export default () => f(1)', /./],
    ['export default () => { const a = []; for (;;) a.push(new Array(1000).fill(1)) }', /./],
    ['export default () => { let s = "x"; for (;;) s += s }', /./],
    ['export default () => "x".repeat(2 ** 29)', /./],
    ['export default () => new ArrayBuffer(2 ** 31)', /./],
    ['export default () => new Array(2 ** 32 - 1).fill(0)', /./],
    ['export default () => /^(a+)+$/.test("a".repeat(40) + "!")', /./],
    [
      'export default () => { const f = () => Promise.resolve().then(() => { f(); f() }); return new Promise(() => f()) }',
      /./,
    ],
    ['export default () => { for (;;) console.log("x".repeat(100000)) }', /timeout/],
    ['export default () => { const a = {}; a.a = a; return a }', /circular|TypeError/],
    ['export default () => "x".repeat(11000000)', /larger|memory|timeout/],
    ['export default () => ({ toJSON() { for (;;) {} } })', /timeout/],
    ['export default () => { throw { get message() { for (;;) {} } } }', /./],
    ['export default () => new Proxy({}, { ownKeys() { for (;;) {} } })', /timeout/],
    ['export default () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', /./],
  ])('%s is an error', async (source, message) => {
    // Code that never ends is given less time, because it uses all of it.
    const answer = await run(source, null, message.source === 'timeout' ? 300 : 1_000);
    // A killed process sends no message; that is a rejection too.
    const refusal = answer.kind === 'failed' ? answer.message : answer.kind;
    expect(refusal).toMatch(new RegExp(`${message.source}|^(timeout|crashed)$`));
    expect(await run('export default () => 1')).toMatchObject({ value: 1 });
  });

  it.each([
    ['arrays of a megabyte', 'new Uint8Array(1048576).fill(1)', 48, 80],
    ['strings', '("x" + (k % 10)).repeat(30000)', 600, 5_000],
    ['small objects', '({ k, v: k * 1.5 })', 200_000, 1_500_000],
  ])('has 64 MB of memory for all that the code keeps: %s', async (_, kept, few, many) => {
    const enoughMs = 20_000;
    const keep = (count: number) =>
      `export default () => { const a = []; for (let k = 0; k < ${count}; k++) a.push(${kept}); return a.length }`;
    expect(await run(keep(few), null, enoughMs)).toMatchObject({ kind: 'script', value: few });
    expect(await run(keep(many), null, enoughMs)).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/memory/),
    });
    // Memory that isn't kept is used again.
    const source = `export default () => { let n = 0; for (let k = 0; k < ${many}; k++) n += [${kept}].length; return n }`;
    expect(await run(source, null, enoughMs)).toMatchObject({ kind: 'script', value: many });
  });

  it('isolates each run', async () => {
    await run('globalThis.leak = 1; Object.prototype.polluted = 1; JSON.parse = () => 3; export default () => 1');
    const source = 'export default (i) => [typeof leak, ({}).polluted === undefined, i]';
    expect(await run(source, [5])).toMatchObject({ value: ['undefined', true, [5]] });
  });

  it('is not run in a process that died while it was idle', async () => {
    const own = createSandbox(1);
    const children = await noteChildren(async () => own.run(task, limits));
    expect(children).toHaveLength(1);
    const gone = children.map(async (child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    expect(await own.run(task, limits)).toMatchObject({ kind: 'script', value: 2 });
    own.close();
  });

  it('starts no process after the sandbox was closed', async () => {
    const own = createSandbox(1);
    const waiting = Promise.all([own.run(task, limits), own.run(task, limits)]);
    own.close();
    await waiting;
    const started = await noteChildren(async () => expect(await own.run(task, limits)).toEqual({ kind: 'crashed' }));
    expect(started).toEqual([]);
  });

  it('is run again if the process of an earlier task dies at its beginning', async () => {
    const own = createSandbox(1);
    const children = await noteChildren(async () => own.run(task, limits));
    // The server learns of the death only after it has given the process the next task.
    for (const child of children) child.kill('SIGKILL');
    const started = await noteChildren(async () =>
      expect(await own.run(task, limits)).toMatchObject({ kind: 'script', value: 2 }),
    );
    expect(started).toHaveLength(1);
    own.close();
  });

  it('starts a process for a workspace whose last idle process another workspace has taken', async () => {
    const own = createSandbox(4);
    const other = { ...limits, workspaceId: 'ws_other' };
    const runs = async (...all: (typeof limits)[]) =>
      (await noteChildren(async () => Promise.all(all.map((one) => own.run(task, one))))).length;
    expect(await runs(limits)).toBe(1);
    expect(await runs(limits)).toBe(0);
    expect(await runs(other), 'the one taken is replaced').toBe(1);
    expect(await runs(limits, other)).toBe(0);
    own.close();
  });

  it('ends idle processes, and starts another one with the next task', async () => {
    const own = createSandbox(1, 5);
    const [child] = await noteChildren(async () => own.run(task, limits));
    await expect.poll(() => child?.signalCode).toBe('SIGKILL');
    expect(await own.run(task, limits)).toMatchObject({ kind: 'script', value: 2 });
    own.close();
  });
});

const task = { kind: 'script', source: 'export default () => 2', inputs: null, timeoutMs: 10_000 } as const;
const limits = { workspaceId: 'ws_test', timeoutMs: 10_000 };

/** The processes started in the meantime. */
async function noteChildren(work: () => Promise<unknown>): Promise<ChildProcess[]> {
  const children: ChildProcess[] = [];
  const note = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('process' in message)) return;
    if (message.process instanceof ChildProcess) children.push(message.process);
  };
  subscribe('child_process', note);
  await work();
  unsubscribe('child_process', note);
  return children;
}
