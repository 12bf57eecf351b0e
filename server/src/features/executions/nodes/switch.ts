import { isDeepStrictEqual } from 'node:util';
import { SwitchConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';

/** Takes the branch of the first case whose `equals` is the value, with the same type; else the branch default. */
export const switchNode: NodeKind<SwitchConfig> = {
  type: 'switch',
  config: SwitchConfig,
  pure: true,
  async run(_context, config) {
    const found = config.cases.find((entry) => isDeepStrictEqual(entry.equals, config.value));
    const name = found?.name ?? 'default';
    return { outputs: { name }, branch: name };
  },
};
