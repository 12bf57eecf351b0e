import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';

const product = /^server\/src\/.*(?<!\.test|\.d)\.ts$/;

interface Rule {
  readonly not: RegExp;
  readonly but: string;
}

const rules: readonly Rule[] = [
  { not: /^import '\.{1,2}\//, but: 'import what you use: a file does nothing by being imported' },
  { not: /\bnew WeakMap<\w*Platform\b/, but: 'keep it in what create<Feature>() returns' },
  { not: /^(?:export )?let connected\b/, but: 'pass ports to create<Feature>()' },
  { not: /\bas unknown as\b/, but: 'give it the type that it has' },
];

/**
 * The server is created by `app/compose.ts`: nothing registers itself, keeps a platform's state or ports in a module, or
 * bypasses its types. Limits and caches that all servers of a process share may be in a module.
 */
export const composition: Guard = {
  name: 'composition',
  run: (root) => {
    const findings: string[] = [];
    const files = listRepositoryFiles(root).filter((file) => product.test(file));
    for (const file of files) {
      for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
        for (const { not, but } of rules) {
          const found = not.exec(line);
          if (found !== null) findings.push(`${file}:${index + 1} ${found[0]}: ${but}\n`);
        }
      }
    }
    if (files.length === 0) findings.push('read no file at all\n');
    return Promise.resolve({ passed: findings.length === 0, output: findings.join(''), note: `${files.length} files` });
  },
};
