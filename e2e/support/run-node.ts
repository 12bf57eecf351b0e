import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a program with this Node.js, in the program's folder. Returns its output, or throws an error with the output if
 * it fails.
 */
export function runNode(
  program: string,
  environment: Record<string, string>,
): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [basename(program)], { cwd: dirname(program), env: environment, timeout: 45_000 });
}
