import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../run-process.ts';
import type { Guard } from './guard.ts';

const scripts = ['scripts/generate-languages.ts', 'server/src/generate.ts'];

/** The generated files match the languages' folders, the migrations and the routes; no migration on their list changed. */
export const drift: Guard = {
  name: 'generated',
  run: async (root) => {
    const lost = scripts.find((script) => !existsSync(join(root, script)));
    if (lost !== undefined) return { passed: false, output: `${lost} is missing\n` };
    const missing = ['server/migrations.sha256', 'server/schema.sql', 'server/openapi.json'].filter(
      (file) => !existsSync(join(root, file)),
    );
    if (missing.length > 0) {
      return { passed: false, output: `missing: ${missing.join(', ')}; npm run generate makes them\n` };
    }
    // One after the other: the routes import the lists of languages.
    let [passed, output] = [true, ''];
    for (const script of scripts) {
      const result = await runProcess(process.execPath, [script, '--check'], { cwd: root });
      passed &&= result.code === 0;
      output += result.output;
    }
    return { passed, output };
  },
};
