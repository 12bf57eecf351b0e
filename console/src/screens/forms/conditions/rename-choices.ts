import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { writeCondition } from './condition.ts';
import { parseCondition } from './parse-condition.ts';

/** Lets conditions follow the choices of a question whose texts were changed in their places. */
export function renameChoices(
  fields: readonly FormField[],
  question: FormField,
  former: readonly string[],
): readonly FormField[] {
  const { name, options = [] } = question;
  if (options.length !== former.length) return fields;
  const renamed = new Map(
    former.flatMap((from, at) => {
      const to = options[at] ?? from;
      return options.includes(from) || former.includes(to) ? [] : [[from, to]];
    }),
  );
  if (renamed.size === 0) return fields;
  return fields.map((field) => {
    const { join, comparisons = [] } = parseCondition(field.show_if ?? '', fields) ?? {};
    const isMeant = comparisons.some((each) => each.name === name && renamed.has(String(each.value)));
    if (join === undefined || !isMeant) return field;
    const followed = comparisons.map((each) =>
      each.name === name ? { ...each, value: renamed.get(String(each.value)) ?? each.value } : each,
    );
    return { ...field, show_if: writeCondition({ join, comparisons: followed }) };
  });
}
