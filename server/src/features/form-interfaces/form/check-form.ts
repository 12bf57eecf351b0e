import type { FormInterfaceCreate } from '@portico/shared-types';
import { invalid, type FieldFault } from '../../../platform/errors.ts';
import { NodeError, parseBareExpression, parseTemplate } from '../../executions/index.ts';

/** Checks rules that only the template parser knows: conditions and mappings. Throws a 400 that lists every fault. */
export function checkForm({ fields, input_mapping: mapping }: FormInterfaceCreate): void {
  const faults = [
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
