import type { FormField, FormInterfaceCreate } from '@portico/shared-types';
import { invalid, type FieldFault } from '../../../platform/errors.ts';
import { NodeError, parseBareExpression, parseTemplate } from '../../executions/index.ts';

/** The other values of a submission's scope, which hide fields of these names (describe-submission.ts). */
const takenNames: ReadonlySet<string> = new Set(['files', 'urls', 'content', 'unread']);

/**
 * Checks what the schema doesn't: the syntax of conditions and mappings, and names that no workflow could read. Such
 * names remain in `saved` fields, which an earlier version may have accepted. Throws a 400 that lists every fault.
 */
export function checkForm(
  { fields, input_mapping: mapping }: FormInterfaceCreate,
  saved: readonly FormField[] = [],
): void {
  const kept = new Set(saved.map(({ name }) => name));
  const faults = [
    ...fields.flatMap(({ name }, at) =>
      takenNames.has(name) && !kept.has(name)
        ? [{ path: `body.fields[${at}].name`, message: 'is the name of another value of the submission' }]
        : [],
    ),
    ...fields.flatMap(({ show_if: condition }, at) =>
      condition === undefined ? [] : faultOf(`body.fields[${at}].show_if`, () => parseBareExpression(condition)),
    ),
    ...Object.entries(mapping).flatMap(([name, template]) =>
      faultOf(`body.input_mapping.${name}`, () => parseTemplate(template)),
    ),
  ];
  if (faults.length > 0) throw invalid(faults);
}

function faultOf(path: string, parse: () => unknown): FieldFault[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof NodeError) return [{ path, message: error.message }];
    throw error;
  }
}
