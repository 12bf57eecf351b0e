import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useRef } from 'preact/hooks';
import { MoreSettings } from '../../../form/section.tsx';
import { useErrorsBelow } from '../../../form/use-field.ts';
import { useListText } from '../../../form/use-list-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Switch, TextArea, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { findUnknownInput } from '../../../form/names-in-condition.ts';
import { formTexts } from '../texts.ts';
import { isNumbered, nameOfLabel } from './field-name.ts';
import { KindSelect } from './kind-select.tsx';

interface FieldCardProps {
  /** In the surrounding form, like `fields.0`. */
  path: string;
  field: FormField;
  hasConditions: boolean;
  hasFormats: boolean;
  /** All questions of the form. */
  fields: readonly FormField[];
  at: number;
  disabled: boolean;
  isDragged: boolean;
  /** The dragged field would be placed above or below this one. */
  dropEdge: 'above' | 'below' | null;
  onChange: (field: FormField) => void;
  /** It was saved with this name, so that workflows and links may use it. */
  isSaved: boolean;
  /** The label suggests another name for a field that nobody has named. */
  onName: (name: string) => void;
  /** The field has another name than before, and nobody is typing it any more. */
  onRenamed: (from: string) => void;
  /** The field has other choices than before, and nobody is typing them any more. */
  onChoicesChanged: (from: readonly string[]) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDrag: (isDragging: boolean) => void;
  onDragHere: () => void;
}

export function FieldCard(props: FieldCardProps) {
  const { path, field, hasConditions, hasFormats, fields, at, disabled, isDragged, dropEdge, isSaved } = props;
  const { onChange, onName, onRenamed, onChoicesChanged, onMove, onRemove, onDrag, onDragHere } = props;
  const card = useRef<HTMLDivElement>(null);
  const formerName = useRef(field.name);
  const formerLabel = useRef(field.label);
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const errorOf = useErrorsBelow(path);
  const labelError = errorOf('label');
  const nameError = errorOf('name');
  const conditionError = errorOf('show_if');
  const unknown = findUnknownInput(field.show_if ?? '', new Set(fields.map(({ name }) => name)));
  const hasOptions = field.type === 'select' || field.type === 'multiselect';
  const others = fields.filter((_, place) => place !== at).map(({ name }) => name);
  const isSuggested = (label: string) => !isSaved && field.name === nameOfLabel(label, others);
  const suggestName = () => {
    if (isSaved || !(isNumbered(field.name) || isSuggested(formerLabel.current))) return;
    const suggested = field.label === formerLabel.current ? undefined : nameOfLabel(field.label, others);
    if (suggested !== undefined && suggested !== field.name) onName(suggested);
  };
  return (
    <div
      ref={card}
      class={`card field-card${isDragged ? ' field-card-dragged' : ''}${dropEdge === null ? '' : ` drop-${dropEdge}`}`}
      role="group"
      aria-label={field.label}
      onDragOver={onDragHere}
    >
      <div class="line">
        <span
          class="grip"
          draggable={!disabled}
          aria-hidden="true"
          onDragStart={({ dataTransfer }) => {
            if (card.current !== null) dataTransfer?.setDragImage(card.current, 0, 0);
            onDrag(true);
          }}
          onDragEnd={() => onDrag(false)}
        >
          <GripVertical size={16} />
        </span>
        <TextInput
          class="grow field-label-input"
          name={`${path}.label`}
          aria-label={say('label')}
          aria-invalid={labelError === undefined ? undefined : true}
          aria-describedby={labelError === undefined ? undefined : `${path}.label-error`}
          value={field.label}
          disabled={disabled}
          onFocus={() => void (formerLabel.current = field.label)}
          onValue={(label) => onChange({ ...field, label })}
          onBlur={suggestName}
        />
        <KindSelect
          field={field}
          fields={fields}
          hasFormats={hasFormats}
          isNameFree={isNumbered(field.name) || isSuggested(field.label)}
          disabled={disabled}
          onChange={onChange}
        />
        <IconButton
          class="move-up"
          label={say('up', { name: field.label })}
          icon={ArrowUp}
          disabled={disabled || at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          class="move-down"
          label={say('down', { name: field.label })}
          icon={ArrowDown}
          disabled={disabled || at === fields.length - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton
          label={sayUi('remove', { name: field.label })}
          icon={Trash2}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      {labelError === undefined ? null : (
        <p class="fault" id={`${path}.label-error`}>
          {labelError}
        </p>
      )}
      {unknown === undefined ? null : <Banner tone="wait">{say('unknownInput', { name: unknown })}</Banner>}
      {hasOptions ? (
        <OptionsField
          name={`${path}.options`}
          error={errorOf('options')}
          options={field.options ?? []}
          disabled={disabled}
          onOptions={(options) => onChange({ ...field, options })}
          onChanged={onChoicesChanged}
        />
      ) : null}
      <Switch
        label={say('required')}
        checked={field.required}
        disabled={disabled}
        onValue={(required) => onChange({ ...field, required })}
      />
      <MoreSettings isOpen={nameError !== undefined || conditionError !== undefined || field.show_if !== undefined}>
        <Field label={say('fieldName')} help={say('fieldNameHelp')} error={nameError}>
          {(links) => (
            <TextInput
              {...links}
              name={`${path}.name`}
              dir="ltr"
              class="input-code"
              value={field.name}
              disabled={disabled}
              onFocus={() => void (formerName.current = field.name)}
              onValue={(name) => onChange({ ...field, name })}
              onBlur={() => field.name !== formerName.current && onRenamed(formerName.current)}
            />
          )}
        </Field>
        {hasConditions ? (
          <ConditionEditor
            name={`${path}.show_if`}
            condition={field.show_if ?? ''}
            error={conditionError}
            at={at}
            fields={fields}
            disabled={disabled}
            onCondition={(text) => onChange(withCondition(field, text))}
          />
        ) : null}
      </MoreSettings>
    </div>
  );
}

interface OptionsFieldProps {
  name: string;
  error: string | undefined;
  options: readonly string[];
  disabled: boolean;
  onOptions: (options: string[]) => void;
  onChanged: (from: readonly string[]) => void;
}

/** One choice per line; empty lines, spaces around a choice and repetitions are kept only while typing. */
function OptionsField({ name, error, options, disabled, onOptions, onChanged }: OptionsFieldProps) {
  const former = useRef(options);
  const say = useTexts(formTexts);
  const [text, setText] = useListText(options, onOptions, lines);
  return (
    <Field label={say('options')} help={say('optionsHelp')} error={error}>
      {(links) => (
        <TextArea
          {...links}
          name={name}
          value={text}
          disabled={disabled}
          onFocus={() => void (former.current = options)}
          onValue={setText}
          onBlur={() => onChanged(former.current)}
        />
      )}
    </Field>
  );
}

const lines = {
  split: (text: string) => [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ],
  join: (options: readonly string[]) => options.join('\n'),
};

function withCondition(field: FormField, condition: string): FormField {
  const { show_if: _, ...rest } = field;
  return condition === '' ? rest : { ...rest, show_if: condition };
}
