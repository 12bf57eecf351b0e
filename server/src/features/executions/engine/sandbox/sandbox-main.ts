import { Worker } from 'node:worker_threads';
import { checkSchema } from './check-schema.ts';
import { runExpressions } from './run-expressions.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';

// A process that spins can't see its parent go, so a thread looks: a server killed with -9 leaves nothing behind.
const watch = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;
new Worker(watch, { eval: true }).unref();

process.on('disconnect', () => process.exit(0));
process.on('message', (task: SandboxTask) => {
  void answer(task);
});
process.send?.({ kind: 'ready' });

async function answer(task: SandboxTask): Promise<void> {
  process.send?.(await run(task));
}

async function run(task: SandboxTask): Promise<SandboxAnswer> {
  switch (task.kind) {
    case 'expressions':
      return runExpressions(task);
    case 'schema':
      return { kind: 'schema', ...checkSchema(task.schema, task.value) };
    case 'script': {
      // QuickJS is loaded only where a script runs: most processes never need its WebAssembly.
      const { runScript } = await import('./run-script.ts');
      return runScript(task);
    }
  }
}
