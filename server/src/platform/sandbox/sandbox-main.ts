import { Worker } from 'node:worker_threads';
import { runExpressions } from './run-expressions.ts';
import { compileSchemas, runSchema } from './run-schema.ts';
import type { SandboxAnswer, SandboxMessage, SandboxReply, SandboxTask } from './task.ts';

// A busy process can't notice that its parent has died, so a thread checks: a server killed with -9 leaves no process
// behind.
const watch = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;
new Worker(watch, { eval: true }).unref();

process.on('disconnect', () => process.exit(0));
let ahead: string[] = [];
process.on('message', (message: SandboxMessage) => {
  if (message.kind === 'text') ahead.push(message.text);
  else void answer(message);
});
process.send?.({ kind: 'ready' });

async function answer(task: SandboxTask): Promise<void> {
  const text = ahead.join('');
  ahead = [];
  await send(await run('text' in task ? { ...task, text: text + task.text } : task));
}

/** Resolves when the message has been sent, so that a fast writer does not fill the memory. */
async function send(reply: SandboxReply): Promise<void> {
  await new Promise((resolve) => process.send?.(reply, resolve));
}

async function run(task: SandboxTask): Promise<SandboxAnswer> {
  switch (task.kind) {
    case 'expressions':
      return runExpressions(task);
    case 'schema':
      return runSchema(task);
    case 'compile':
      return compileSchemas(task);
    case 'chunks': {
      const { runChunks } = await import('./run-chunks.ts');
      return runChunks(task, send);
    }
    case 'terms': {
      const { runTerms } = await import('./run-terms.ts');
      return runTerms(task);
    }
    case 'page': {
      const { runPage } = await import('./run-page.ts');
      return runPage(task);
    }
    case 'syntax': {
      const { compileScripts } = await import('./run-script.ts');
      return compileScripts(task);
    }
    case 'script': {
      // QuickJS is loaded only if a script runs: most processes never need its WebAssembly.
      const { runScript } = await import('./run-script.ts');
      return runScript(task);
    }
  }
}
