import type { References } from '../../platform/references.ts';
import type { AgentsPlatform } from '../agents/index.ts';

/** The platform plus the dependencies of workflows. */
export interface WorkflowsPlatform extends AgentsPlatform {
  readonly workflows: { readonly references: References };
}
