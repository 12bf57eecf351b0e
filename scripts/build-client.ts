import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outlineOperations } from './outline-operations.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess } from './run-process.ts';

/**
 * The client of shared-types as ES modules with their declarations, in a folder that is emptied first. Its table of
 * operations is without schemas: only its declaration needs them.
 */
export async function buildClient(dist: string): Promise<{ code: number; output: string }> {
  rmSync(dist, { recursive: true, force: true });
  const project = join(repositoryRoot, 'client');
  const built = await runProcess('tsc', ['--project', project, '--outDir', dist, '--pretty', 'false'], {
    cwd: repositoryRoot,
  });
  if (built.code === 0) writeFileSync(join(dist, 'client/operations.js'), outlineOperations());
  return built;
}

/* `npm pack` in client/. */
if (import.meta.main) {
  const { code, output } = await buildClient(join(repositoryRoot, 'client/dist'));
  if (code !== 0) process.stderr.write(output);
  process.exitCode = code;
}
