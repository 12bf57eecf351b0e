import type { Platform } from '../../platform/platform.ts';
import { createSandbox, type Sandbox } from './engine/sandbox/sandbox.ts';
import { createTemplates, type Templates } from './engine/templates/templates.ts';

export interface Engine {
  readonly templates: Templates;
  /** Where schemas with patterns are checked, and expressions that are not cheap evaluated. */
  readonly expressions: Sandbox;
  /** Where the code of code nodes runs, apart from expressions: it may take seconds. */
  readonly scripts: Sandbox;
}

const engines = new WeakMap<Platform, Engine>();

/** The server's template evaluator and sandboxes, made when they are first needed. */
export function engineOf(platform: Platform): Engine {
  const known = engines.get(platform);
  if (known) return known;
  const expressions = createSandbox(2);
  const scripts = createSandbox(4);
  const engine = { templates: createTemplates(expressions), expressions, scripts };
  engines.set(platform, engine);
  platform.stopping.addEventListener('abort', () => {
    expressions.close();
    scripts.close();
  });
  return engine;
}
