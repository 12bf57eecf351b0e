import { isDeepStrictEqual } from 'node:util';
import { SwitchConfig } from '@portico/shared-types';
import type { FieldFault } from '../../../platform/errors.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Takes the branch of the first case whose `equals` is the value, with the same type; else the branch default. */
export const switchNode: NodeKind<'switch', SwitchConfig> = {
  type: 'switch',
  saved: {
    ...onlyTemplates,
    branches: ({ config: { cases } }) =>
      typeof cases === 'string' ? ['*'] : [...cases.map(({ name }) => name), 'default'],
    faults: ({ config: { cases } }, path) => (typeof cases === 'string' ? [] : nameFaults(cases, `${path}.cases`)),
  },
  config: SwitchConfig,
  pure: true,
  async run(_context, config) {
    const found = config.cases.find((entry) => isDeepStrictEqual(entry.equals, config.value));
    const name = found?.name ?? 'default';
    return { outputs: { name }, branch: name };
  },
};

function nameFaults(cases: readonly { name: string }[], path: string): FieldFault[] {
  const seen = new Set(['default', 'error']);
  return cases.flatMap(({ name }, index) => {
    const taken = seen.has(name);
    seen.add(name);
    return taken ? [{ path: `${path}[${index}].name`, message: `“${name}” is taken already` }] : [];
  });
}
