import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaces } from '../repository.ts';
import { runProcess } from '../run-process.ts';
import type { Guard } from './guard.ts';

/** Parts of a workspace that have a separate project: development tools, and the types that the loader publishes. */
const parts = ['form-app/dev', 'widget/dev', 'embed-loader/types'];

/** TypeScript 7 over every workspace, its parts, and over the root's own scripts and configuration. */
export const types: Guard = {
  name: 'types',
  run: async (root) => {
    const outputs: string[] = [];
    // One after the other, because the compiler already uses every core.
    for (const project of ['.', ...workspaces, ...parts]) {
      if (!existsSync(join(root, project, 'tsconfig.json'))) {
        outputs.push(`${project} has no tsconfig.json\n`);
        continue;
      }
      const { code, output } = await runProcess('tsc', ['--project', project, '--pretty', 'false'], { cwd: root });
      if (code !== 0) outputs.push(output.trim() === '' ? `tsc --project ${project} ended with ${code}\n` : output);
    }
    return { passed: outputs.length === 0, output: outputs.join('') };
  },
};
