import { citations } from './citations.ts';
import { committedText } from './committed-text.ts';
import { composition } from './composition.ts';
import { drift } from './drift.ts';
import { guardByCommand, type Guard } from './guard.ts';
import { imports } from './imports.ts';
import { language } from './language.ts';
import { size } from './size.ts';
import { types } from './types.ts';

/** All checks of `npm run check`, the longest first. */
export const guards: readonly Guard[] = [
  size,
  guardByCommand('lint', 'oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']),
  types,
  drift,
  guardByCommand('unused', 'knip', ['--no-progress', '--treat-config-hints-as-errors']),
  guardByCommand('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
  imports,
  committedText,
  composition,
  citations,
  language,
];
