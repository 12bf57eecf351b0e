import type { References } from '../../platform/references.ts';
import type { AgentsPlatform } from '../agents/index.ts';

/** The platform with what workflows need. */
export interface WorkflowsPlatform extends AgentsPlatform {
  readonly workflows: { readonly references: References };
}
