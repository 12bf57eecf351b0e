import { TemplateConfig } from '@portico/shared-types';
import { z } from 'zod';
import { toText } from '../../../platform/to-text.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/**
 * Text made of templates. The result of a single expression is written as it would be inside of text, unless it is a
 * string.
 */
export const template: NodeKind<'template', { text: unknown }> = {
  type: 'template',
  saved: onlyTemplates,
  config: z.strictObject({ ...TemplateConfig.shape, text: z.unknown() }),
  pure: true,
  async run(_context, config) {
    return { outputs: { text: toText(config.text) } };
  },
};
