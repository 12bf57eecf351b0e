import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import type { FieldValue } from '../store/form/field-value.ts';
import { CheckboxField } from './checkbox-field.tsx';
import { MultiselectField } from './multiselect-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

export interface ExtraFieldProps {
  field: PublicFormField;
  value: FieldValue;
  error: string | null;
  onChange(value: FieldValue): void;
}

/** One of the form's own inputs, rendered by its type. */
export function ExtraField(props: ExtraFieldProps) {
  switch (props.field.type) {
    case 'select':
      return <SelectField {...props} />;
    case 'multiselect':
      return <MultiselectField {...props} />;
    case 'checkbox':
      return <CheckboxField {...props} />;
    case 'text':
    case 'textarea':
    case 'number':
    case 'date':
      return <TextField {...props} />;
  }
}
