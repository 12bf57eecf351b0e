import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { NewResourceSlug, ResourceSlug } from '../slug.ts';
import { Warning } from '../warning.ts';
import { WorkflowDefinition } from './definition.ts';

/** The inputs of a workflow's executions, in the style of JSON Schema (docs/reference/workflows.md#fields). */
export const InputSchema = z.looseObject({
  type: z.literal('object').default('object'),
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
});
export type InputSchema = z.infer<typeof InputSchema>;

export const WorkflowStatus = z.enum(['active', 'inactive']);
export type WorkflowStatus = z.infer<typeof WorkflowStatus>;

/** A workflow as lists show it (docs/reference/workflows.md#fields). */
export const WorkflowSummary = z.object({
  id: z.string(),
  name: z.string(),
  slug: ResourceSlug.nullable(),
  description: z.string(),
  status: WorkflowStatus,
  input_schema: InputSchema,
  max_duration_s: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

/** A workflow with its definition; `version` counts its saved changes (docs/reference/workflows.md#fields). */
export const Workflow = z.object({ ...WorkflowSummary.shape, definition: WorkflowDefinition });
export type Workflow = z.infer<typeof Workflow>;

/** A workflow as returned by create, PATCH and restore. The warnings name code that can’t run, and what its expressions read although it does not exist. */
export const SavedWorkflow = z.object({ ...Workflow.shape, warnings: z.array(Warning).optional() });
export type SavedWorkflow = z.infer<typeof SavedWorkflow>;

export const WorkflowCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  slug: NewResourceSlug.nullish(),
  description: z.string().max(10_000).default(''),
  input_schema: InputSchema.prefault({}),
  definition: WorkflowDefinition,
  status: WorkflowStatus.default('active'),
  max_duration_s: z.int().min(1).max(2_592_000).default(3_600),
});
export type WorkflowCreate = z.infer<typeof WorkflowCreate>;

export const WorkflowPatch = mergePatchOf(WorkflowCreate);
export type WorkflowPatch = z.infer<typeof WorkflowPatch>;

/** Body of an execute call of a workflow or a trigger; a missing body and null count as empty. */
export const ExecuteBody = z.preprocess(
  (body: { inputs?: Record<string, unknown> } | null | undefined) => body ?? {},
  z.strictObject({ inputs: z.record(z.string(), z.unknown()).default({}) }),
);
export type ExecuteBody = z.infer<typeof ExecuteBody>;
