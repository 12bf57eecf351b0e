import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileRoutes } from './files.routes.ts';
import { sweepFiles } from './sweep-files.ts';

export function createFiles(platform: Platform): Feature {
  return {
    name: 'files',
    routes: bindRoutes(platform, fileRoutes),
    sweeps: [{ name: 'files', everyMs: 86_400_000, run: async () => sweepFiles(platform) }],
  };
}
