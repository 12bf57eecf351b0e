import { isUnreadable, unreadable } from '@portico/browser-kit/read-control';
import { Braces } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import {
  Field,
  type FieldLinks,
  NumberInput,
  type Option,
  type Remark,
  Select,
  TextArea,
  TextInput,
  type TypedNumber,
} from '../../../ui/field.tsx';
import type { ItemResource } from '../../../ui/item-search.tsx';
import { ItemSelect, type ItemQuery } from '../../../ui/item-select.tsx';
import type { NodeField } from '../nodes/node-fields.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { useFieldScope } from './field-context.ts';
import { InsertMenu } from './insert-menu.tsx';
import { useJsonText, writeJsonText } from '../../../form/inputs/json-text.ts';

export interface ValueFieldProps {
  field: NodeField;
  /** The name of its control, for errors of the server. */
  name: string;
  value: unknown;
  error: Remark | undefined;
  /** Undefined removes the value. */
  onValue: (value: unknown) => void;
}

interface TextFieldProps extends ValueFieldProps {
  /** Another button beside the label. */
  tool?: ComponentChildren;
}

/** A text with expressions in it, or a bare expression. */
export function TextField({ field, name, value, error, onValue, tool }: TextFieldProps) {
  const say = useTexts(fieldTexts);
  const label = say(field.label);
  const isCode = field.kind === 'expression' || field.kind === 'code' || field.kind === 'line';
  const shared = {
    name,
    value: typeof value === 'string' ? value : writeJsonText(value),
    class: isCode ? 'input-code' : '',
    ...(isCode ? { dir: 'ltr' as const, spellcheck: false } : {}),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    onValue: (typed: string) => onValue(typed === '' ? undefined : typed),
  };
  const syntax = field.kind === 'expression' ? 'expression' : 'template';
  return (
    <LabelledField
      field={field}
      error={error}
      aside={
        field.kind === 'code' ? undefined : (
          <span class="field-tools">
            <InsertMenu field={label} syntax={syntax} />
            {tool}
          </span>
        )
      }
    >
      {(links) =>
        field.kind === 'line' ? (
          <TextInput {...links} {...shared} />
        ) : (
          <TextArea {...links} {...shared} rows={field.rows ?? 3} />
        )
      }
    </LabelledField>
  );
}

/** Any JSON value, in which texts are templates. */
export function JsonField({ field, name, value, error, onValue }: ValueFieldProps) {
  const say = useTexts(fieldTexts);
  const [text, setText] = useJsonText(value, onValue);
  return (
    <LabelledField field={field} error={error} aside={<InsertMenu field={say(field.label)} syntax="json" />}>
      {(links) => (
        <TextArea
          {...links}
          name={name}
          dir="ltr"
          spellcheck={false}
          class="input-code"
          rows={field.rows ?? 3}
          value={text}
          onValue={setText}
        />
      )}
    </LabelledField>
  );
}

/** One of a list, or an expression that returns one. */
export function SelectOrExpression({ options, ...props }: ValueFieldProps & { options: readonly Option[] }) {
  const { name, value, onValue } = props;
  const say = useTexts(fieldTexts);
  const now = typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
  // Without an option for no value, the field says that there is none yet.
  const isUnset = now === '' && options.every(({ value: each }) => each !== '');
  return (
    <WithExpression {...props}>
      {(links) => (
        <Select
          {...links}
          name={name}
          value={now}
          options={isUnset ? [{ value: '', label: say('choose') }, ...options] : options}
          onValue={(chosen) => onValue(chosen === '' ? undefined : chosen === 'false' ? false : chosen)}
        />
      )}
    </WithExpression>
  );
}

interface ItemOrExpressionProps extends ValueFieldProps {
  query: ItemQuery;
  resource?: ItemResource;
  none?: Option;
}

/** An item of a list that is read from the server, or an expression that returns its id. */
export function ItemOrExpression({ query, resource, none, ...props }: ItemOrExpressionProps) {
  const { name, value, onValue } = props;
  const say = useTexts(fieldTexts);
  const now = typeof value === 'string' ? value : '';
  return (
    <WithExpression {...props}>
      {(links) => (
        <ItemSelect
          {...links}
          name={name}
          query={query}
          resource={resource}
          none={none ?? (now === '' ? { value: '', label: say('choose') } : undefined)}
          value={now}
          onValue={(chosen) => onValue(chosen === '' ? undefined : chosen)}
        />
      )}
    </WithExpression>
  );
}

export function NumberOrExpression(props: ValueFieldProps) {
  const { field, name, value, onValue } = props;
  const say = useTexts(fieldTexts);
  const { min, max, step = 1, unit, placeholder } = field;
  return (
    <WithExpression {...props}>
      {(links) => (
        <div class="with-unit">
          <NumberInput
            {...links}
            name={name}
            step={step}
            class="input-short"
            {...(min === undefined ? {} : { min })}
            {...(max === undefined ? {} : { max })}
            {...(placeholder === undefined ? {} : { placeholder })}
            value={value}
            onNumber={(number) => onValue(toExpression(number) ?? number)}
          />
          {unit === undefined ? null : <span class="soft">{say(unit)}</span>}
        </div>
      )}
    </WithExpression>
  );
}

/** An expression that was typed in place of a number; with the mark of what can't be read, it would be another one. */
function toExpression(typed: TypedNumber | undefined): string | undefined {
  return isUnreadable(typed) && /\{\{.*\}\}/s.test(typed) ? typed.slice(unreadable.length) : undefined;
}

type Control = (links: FieldLinks) => ComponentChildren;

/** A control with a button beside its label that replaces it by an expression, and back. */
function WithExpression({ children, ...props }: ValueFieldProps & { children: Control }) {
  const { field, value, error, onValue } = props;
  const say = useTexts(fieldTexts);
  const { readOnly } = useFieldScope();
  const isTyped = field.kind === 'number' && isUnreadable(value);
  const isTemplate = typeof value === 'string' && value.includes('{{') && !isTyped;
  // A template stays one while its braces are being edited.
  const [wasTemplate, setTemplate] = useState(isTemplate);
  const isExpression = isTemplate || (wasTemplate && typeof value === 'string' && value !== '');
  if (wasTemplate !== isExpression) setTemplate(isExpression);
  const toggle = readOnly ? undefined : (
    <IconButton
      class="button-small"
      label={say('useExpression', { field: say(field.label) })}
      icon={Braces}
      aria-pressed={isExpression}
      onClick={() => onValue(isExpression ? undefined : '{{  }}')}
    />
  );
  if (isExpression) return <TextField {...props} field={{ ...field, kind: 'line' }} tool={toggle} />;
  return (
    <LabelledField field={field} error={error} aside={toggle}>
      {children}
    </LabelledField>
  );
}

interface LabelledFieldProps extends Pick<ValueFieldProps, 'field' | 'error'> {
  aside: ComponentChildren;
  children: Control;
}

/** A control with the texts of its field. */
function LabelledField({ field: { label, help }, error, aside, children }: LabelledFieldProps) {
  const say = useTexts(fieldTexts);
  return (
    <Field label={say(label)} help={help === undefined ? undefined : say(help)} error={error} aside={aside}>
      {children}
    </Field>
  );
}
