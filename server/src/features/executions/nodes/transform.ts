import { TransformConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';

/** Evaluates one JSONata expression and returns its result. */
export const transform: NodeKind<TransformConfig> = {
  type: 'transform',
  config: TransformConfig,
  pure: true,
  async run(context, config) {
    return { outputs: { value: await context.evaluate(config.expression) } };
  },
};
