import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Select } from '../../../ui/field.tsx';
import { formTexts } from '../texts.ts';

interface KindSelectProps {
  field: FormField;
  /** All questions of the form. */
  fields: readonly FormField[];
  hasFormats: boolean;
  /** Nobody has named the field, so another type may give it another name. */
  isNameFree: boolean;
  disabled: boolean;
  onChange: (field: FormField) => void;
}

/** The types, and the texts that have a format. */
const kinds = ['text', 'textarea', 'email', 'number', 'select', 'multiselect', 'checkbox', 'date'] as const;
type Kind = (typeof kinds)[number];

/** The type of a question. Its choices are restored if it gets a type with choices again. */
export function KindSelect({ field, fields, hasFormats, isNameFree, disabled, onChange }: KindSelectProps) {
  const say = useTexts(formTexts);
  const formerOptions = useRef<string[]>(undefined);
  return (
    <Select
      class="input-short"
      aria-label={say('type')}
      value={field.format ?? field.type}
      disabled={disabled}
      options={kinds
        .filter((kind) => hasFormats || kind !== 'email')
        .map((kind) => ({ value: kind, label: say(kind) }))}
      onValue={(value) => {
        if (field.options !== undefined) formerOptions.current = field.options;
        const options = formerOptions.current ?? [say('firstChoice'), say('secondChoice')];
        const kind = kinds.find((each) => each === value) ?? 'text';
        onChange({ ...withKind(field, kind, options), name: nameFor(kind, field, fields, isNameFree) });
      }}
    />
  );
}

/** A question without choices would be invalid until they are written, and the preview couldn't show it. */
function withKind(field: FormField, kind: Kind, firstOptions: string[]): FormField {
  const { options, format: _, ...rest } = field;
  if (kind === 'email') return { ...rest, type: 'text', format: kind };
  const hasOptions = kind === 'select' || kind === 'multiselect';
  return hasOptions ? { ...rest, type: kind, options: options ?? firstOptions } : { ...rest, type: kind };
}

/** An e-mail address is called `email`, as chats expect it, unless its owner or a condition calls it something else. */
function nameFor(kind: Kind, { name }: FormField, fields: readonly FormField[], isFree: boolean): string {
  const isGiven = !isFree || fields.some((each) => each.show_if?.includes(name));
  return kind !== 'email' || isGiven || fields.some((each) => each.name === 'email') ? name : 'email';
}
