import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';
import type { Agents } from '../agents/index.ts';
import type { WorkflowsPlatform } from './workflows-platform.ts';
import { workflowRoutes } from './workflows.routes.ts';

export function createWorkflows(
  platform: Platform,
  { agents, references }: { readonly agents: Agents; readonly references: References },
): Feature {
  const extended: WorkflowsPlatform = { ...platform, agents, workflows: { references } };
  return { name: 'workflows', routes: bindRoutes(extended, workflowRoutes) };
}
