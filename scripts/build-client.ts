import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';
import { runProcess } from './run-process.ts';

/* `npm pack` in client/: the client of shared-types as ES modules with their declarations. */
const folder = join(repositoryRoot, 'client');
rmSync(join(folder, 'dist'), { recursive: true, force: true });
const { code, output } = await runProcess('tsc', ['--project', folder, '--pretty', 'false'], { cwd: folder });
if (code !== 0) process.stderr.write(output);
process.exitCode = code;
