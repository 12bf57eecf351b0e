import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pages } from './pages/pages.ts';
import { repositoryRoot } from './repository.ts';
import { childEnvironment, say } from './run-process.ts';

const running: ChildProcess[] = [];
let stopping = false;
process.once('SIGINT', () => void stopAll());
process.once('SIGTERM', () => void stopAll());

// One after the other: the loader needs the widget's file names, and the server all three.
for (const { name } of pages) {
  if (stopping) break;
  await startWatcher(name);
}
if (!stopping)
  start('server', ['--watch', '--watch-preserve-output', join(repositoryRoot, 'server/src/main.ts')], repositoryRoot);

/** Rebuilds a page whenever its sources change; resolves when its first build is there. */
function startWatcher(name: string): Promise<void> {
  const words = [join(repositoryRoot, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--manifest'];
  const child = start(name, words, join(repositoryRoot, name));
  return new Promise((resolve) => {
    child.stdout?.on('data', (text: string) => {
      if (text.includes('built in')) resolve();
    });
    child.once('exit', () => resolve());
  });
}

async function stopAll(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(running.map(stopProcess));
}
function start(name: string, words: readonly string[], folder: string): ChildProcess {
  // A separate process group: it is stopped with all its children, and gets Ctrl-C only through us.
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.trimEnd().split('\n')) say(`${name.padEnd(12)} | ${line}`);
    });
  }
  running.push(child);
  child.once('exit', (code) => {
    if (stopping) return;
    say(`${name} ended (${code ?? 'by a signal'}); stopping the rest`);
    process.exitCode = 1;
    void stopAll();
  });
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const group = -child.pid;
  const ended = once(child, 'exit');
  process.kill(group, 'SIGTERM');
  const late = setTimeout(() => process.kill(group, 'SIGKILL'), 12_000);
  await ended;
  clearTimeout(late);
}
