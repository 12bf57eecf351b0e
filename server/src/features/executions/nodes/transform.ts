import { TransformConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Evaluates one JSONata expression and returns its result. */
export const transform: NodeKind<'transform', TransformConfig> = {
  type: 'transform',
  saved: { ...onlyTemplates, raw: ['expression'], expressions: ['expression'] },
  config: TransformConfig,
  pure: true,
  async run(context, config) {
    return { outputs: { value: await context.evaluate(config.expression) } };
  },
};
