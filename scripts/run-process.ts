import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from './repository.ts';

const tools = join(repositoryRoot, 'node_modules/.bin');

/** The environment for a child: the repository's own tools and its Node come first on the PATH. */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra, PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` };
}

type Finished = { code: number; output: string };

/**
 * Runs a command to its end and collects its output; a command that can't be started counts as exit code 127. `echo`
 * also shows the output while it runs.
 */
export function runProcess(
  command: string,
  words: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; echo?: boolean },
): Promise<Finished> {
  return new Promise((resolve) => {
    const output: string[] = [];
    const child = spawn(command, words, {
      cwd: options.cwd,
      env: childEnvironment(options.env),
      stdio: options.echo === true ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => {
      if (signal !== null) output.push(`\nended by ${signal}\n`);
      resolve({ code: code ?? 1, output: output.join('') });
    });
  });
}

/** Prints one line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
