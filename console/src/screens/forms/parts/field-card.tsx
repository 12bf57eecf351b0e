import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Select, Switch, TextArea, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { formTexts } from '../texts.ts';

interface FieldCardProps {
  field: FormField;
  hasConditions: boolean;
  place: { at: number; count: number };
  disabled: boolean;
  isDragged: boolean;
  onChange: (field: FormField) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDrag: (isDragging: boolean) => void;
  onDropHere: () => void;
}

const types = ['text', 'textarea', 'number', 'select', 'multiselect', 'checkbox', 'date'] as const;

export function FieldCard(props: FieldCardProps) {
  const { field, hasConditions, place, disabled, isDragged, onChange, onMove, onRemove, onDrag, onDropHere } = props;
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const hasOptions = field.type === 'select' || field.type === 'multiselect';
  return (
    <div
      class={isDragged ? 'card field-card field-card-dragged' : 'card field-card'}
      role="group"
      aria-label={field.label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropHere();
      }}
    >
      <div class="line">
        <span
          class="grip"
          draggable={!disabled}
          aria-hidden="true"
          onDragStart={() => onDrag(true)}
          onDragEnd={() => onDrag(false)}
        >
          <GripVertical size={16} />
        </span>
        <TextInput
          class="grow field-label-input"
          aria-label={say('label')}
          value={field.label}
          disabled={disabled}
          onValue={(label) => onChange({ ...field, label })}
        />
        <Select
          class="input-short"
          aria-label={say('type')}
          value={field.type}
          disabled={disabled}
          options={types.map((type) => ({ value: type, label: say(type) }))}
          onValue={(value) => onChange(withType(field, types.find((type) => type === value) ?? 'text'))}
        />
        <IconButton
          label={say('up', { name: field.label })}
          icon={ArrowUp}
          disabled={disabled || place.at === 0}
          onClick={() => onMove(place.at - 1)}
        />
        <IconButton
          label={say('down', { name: field.label })}
          icon={ArrowDown}
          disabled={disabled || place.at === place.count - 1}
          onClick={() => onMove(place.at + 1)}
        />
        <IconButton
          label={sayUi('remove', { name: field.label })}
          icon={Trash2}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {hasOptions ? (
        <OptionsField
          options={field.options ?? []}
          disabled={disabled}
          onOptions={(options) => onChange({ ...field, options })}
        />
      ) : null}
      <Switch
        label={say('required')}
        checked={field.required}
        disabled={disabled}
        onValue={(required) => onChange({ ...field, required })}
      />
      <MoreSettings>
        <div class="row-of-fields">
          <Field label={say('fieldName')} help={say('fieldNameHelp')}>
            {(links) => (
              <TextInput
                {...links}
                dir="ltr"
                class="input-code"
                value={field.name}
                disabled={disabled}
                onValue={(name) => onChange({ ...field, name })}
              />
            )}
          </Field>
          {hasConditions ? (
            <Field label={say('showIf')} help={say('showIfHelp')}>
              {(links) => (
                <TextInput
                  {...links}
                  dir="ltr"
                  class="input-code"
                  value={field.show_if ?? ''}
                  disabled={disabled}
                  onValue={(text) => onChange(withCondition(field, text))}
                />
              )}
            </Field>
          ) : null}
        </div>
      </MoreSettings>
    </div>
  );
}

interface OptionsFieldProps {
  options: readonly string[];
  disabled: boolean;
  onOptions: (options: string[]) => void;
}

/** One choice per line; empty lines are kept only while typing. */
function OptionsField({ options, disabled, onOptions }: OptionsFieldProps) {
  const say = useTexts(formTexts);
  const [typed, setTyped] = useState('');
  // The choices are another question's after a move.
  const text = isSameList(linesOf(typed), options) ? typed : options.join('\n');
  const change = (next: string) => {
    setTyped(next);
    onOptions(linesOf(next));
  };
  return (
    <Field label={say('options')} help={say('optionsHelp')}>
      {(links) => <TextArea {...links} value={text} disabled={disabled} onValue={change} />}
    </Field>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function withType(field: FormField, type: FormField['type']): FormField {
  const { options, ...rest } = field;
  return type === 'select' || type === 'multiselect' ? { ...rest, type, options: options ?? [] } : { ...rest, type };
}

function withCondition(field: FormField, condition: string): FormField {
  const { show_if: _, ...rest } = field;
  return condition === '' ? rest : { ...rest, show_if: condition };
}
