/** The id of the control that a problem of this field points to. An id can hold no white space. */
export function fieldId(field: string): string {
  return `f-${field.replace(/\s/g, '_')}`;
}
