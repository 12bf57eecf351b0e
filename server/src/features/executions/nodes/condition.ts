import { ConditionConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Takes the branch true or false, according to JSONata's $boolean: null, 0, "", [] and {} are false. */
export const condition: NodeKind<'condition', ConditionConfig> = {
  type: 'condition',
  saved: { ...onlyTemplates, raw: ['if'], expressions: ['if'], branches: () => ['true', 'false'] },
  config: ConditionConfig,
  pure: true,
  async run(context, config) {
    const result = isTrue(await context.evaluate(config.if));
    return { outputs: { result }, branch: String(result) };
  },
};

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
