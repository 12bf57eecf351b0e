import { WorkflowCreate } from '@portico/shared-types';
import { z } from 'zod';
import { invalid, type FieldFault } from '../../platform/errors.ts';
import { toFieldErrors } from '../../platform/http/parse.ts';
import { findSchemaFaults } from '../../platform/json-schema/find-schema-faults.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkDefinition, type Reference } from '../executions/index.ts';
import { findMissingReferences } from './find-missing-references.ts';

// The definition is checked apart, so that a fault of its shape hides none of its meaning.
const Fields = WorkflowCreate.omit({ definition: true }).extend({ definition: z.unknown().optional() });

/**
 * Checks a whole workflow as it is to be saved, and lists every fault in one 400 (docs/reference/workflows.md#checks):
 * fields, definition, input schema, and the resources that the definition names.
 */
export async function checkWorkflow(platform: Platform, workspaceId: string, body: unknown): Promise<WorkflowCreate> {
  const fields = Fields.safeParse(body);
  const { definition, faults, references, schemas } = checkDefinition(definitionOf(body));
  const inputSchema = fields.data?.input_schema;
  const given = inputSchema === undefined ? [] : [{ path: 'body.input_schema', schema: inputSchema }];
  const all = [
    ...(fields.error ? toFieldErrors('body', fields.error.issues) : []),
    ...(await findSchemaFaults([...given, ...schemas], platform.sandboxes.expressions, { workspaceId })),
    ...faults,
    ...(await missing(platform, workspaceId, references)),
  ];
  if (all.length > 0 || !fields.data || !definition) throw invalid(all);
  return { ...fields.data, definition };
}

function definitionOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'definition' in body ? body.definition : undefined;
}

async function missing(platform: Platform, workspaceId: string, references: Reference[]): Promise<FieldFault[]> {
  const absent = await findMissingReferences(platform, workspaceId, references);
  return absent.map(({ path, resource, id }) => ({ path, message: `there is no ${resource} “${id.slice(0, 80)}”` }));
}
