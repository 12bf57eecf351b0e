import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../run-process.ts';
import type { Guard } from './guard.ts';

/** The generated files (server/schema.sql, server/openapi.json) match the current migrations and routes. */
export const drift: Guard = {
  name: 'generated',
  run: async (root) => {
    const script = join(root, 'server/src/generate.ts');
    if (!existsSync(script)) return { passed: false, output: 'server/src/generate.ts is missing\n' };
    const missing = ['server/schema.sql', 'server/openapi.json'].filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0) {
      return { passed: false, output: `missing: ${missing.join(', ')}; npm run generate makes them\n` };
    }
    const { code, output } = await runProcess(process.execPath, [script, '--check'], { cwd: root });
    return { passed: code === 0, output };
  },
};
