import type { WorkflowSummary } from '@portico/shared-types/api/workflows';
import { createResource } from './resource.ts';

export const workflows = createResource<WorkflowSummary, never, never>('workflows', '/api/v1/workflows');
