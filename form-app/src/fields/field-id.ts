/** The id of the control for a problem of this field. An id can't contain white space. */
export function fieldId(field: string): string {
  return `f-${field.replace(/\s/g, '_')}`;
}
