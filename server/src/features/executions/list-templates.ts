import type { Platform } from '../../platform/platform.ts';
import { createTemplates, type Templates } from './engine/templates/templates.ts';

/** The evaluator of templates and expressions, with the server's sandbox for what is not cheap. */
export function listTemplates(platform: Platform): Templates {
  return createTemplates(platform.sandboxes.expressions);
}
