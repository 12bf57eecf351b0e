import { isUnreadable, unreadable, type UnreadableNumber } from '@portico/browser-kit/read-control';
import { keysOfNumber, readNumber, writeNumber } from '@portico/browser-kit/read-number';
import {
  createElement,
  type ComponentChildren,
  type KeyboardEventHandler,
  type LooseInputHTMLAttributes,
  type Ref,
} from 'preact';
import { useId, useState } from 'preact/hooks';
import { useLanguage } from '../text/use-texts.ts';

/** The props that a control gets from its field. */
export interface FieldLinks {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** What is said below a control: why its value is refused, or a warning about a value that is allowed. */
export type Remark = string | { readonly warning: string };

interface FieldProps {
  label: string;
  help?: ComponentChildren;
  error?: Remark | undefined;
  /** Content at the end of the label's line. */
  aside?: ComponentChildren;
  children: (field: FieldLinks) => ComponentChildren;
}

/** The id of the label of a field, whose control has the id. */
export const labelIdOf = (id: string): string => `${id}-label`;

/** A label, a control, its help and its error, connected for screen readers. */
export function Field({ label, help, error, aside, children }: FieldProps) {
  const id = useId();
  const helpId = help === undefined ? undefined : `${id}-help`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const describedBy = [errorId, helpId].filter((part) => part !== undefined).join(' ');
  return (
    <div class="field">
      <div class="field-label">
        <label for={id} id={labelIdOf(id)}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': typeof error === 'string' ? true : undefined,
      })}
      <RemarkText remark={error} id={errorId} />
      {help === undefined ? null : (
        <p class="help" id={helpId}>
          {help}
        </p>
      )}
    </div>
  );
}

/** The remark below a control; nothing if there is none. */
export function RemarkText({ remark, id }: { remark: Remark | undefined; id?: string | undefined }) {
  if (remark === undefined) return null;
  const isFault = typeof remark === 'string';
  return (
    <p class={isFault ? 'fault' : 'warning'} id={id}>
      {isFault ? remark : remark.warning}
    </p>
  );
}

interface ControlProps extends Partial<FieldLinks> {
  value: string;
  onValue: (value: string) => void;
  name?: string;
  class?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  autoComplete?: string;
  spellcheck?: boolean;
  dir?: 'auto' | 'ltr';
  minLength?: number;
  maxLength?: number;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  onFocus?: () => void;
  onBlur?: () => void;
}

interface TextInputProps extends ControlProps {
  ref?: Ref<HTMLInputElement>;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'datetime-local' | 'time' | 'color';
  inputMode?: 'text' | 'numeric' | 'decimal';
  list?: string;
  autoFocus?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/** Of `auto`, an empty field would be left to right: its placeholder follows the page instead. */
function directionOf(value: string): { dir?: 'auto' } {
  return value === '' ? {} : { dir: 'auto' };
}

export function TextInput({ value, onValue, class: extra, ...rest }: TextInputProps) {
  const attributes: LooseInputHTMLAttributes = {
    ...directionOf(value),
    ...rest,
    class: `input ${extra ?? ''}`,
    value,
    onInput: (event) => onValue(event.currentTarget.value),
  };
  // As JSX the type of the attributes depends on the `type` of the input, which is unknown here.
  return createElement('input', attributes);
}

/** A number, or what was typed instead, which the server refuses at its field. */
export type TypedNumber = number | UnreadableNumber;

interface NumberInputProps extends Omit<
  TextInputProps,
  'type' | 'inputMode' | 'value' | 'onValue' | 'onKeyDown' | 'ref'
> {
  value: unknown;
  min?: number;
  max?: number;
  step?: number | 'any';
  /** Undefined if the field is empty. */
  onNumber: (value: TypedNumber | undefined) => void;
}

/** A number in any spelling of the member's languages; what isn't one stays as it was typed. The arrow keys change it. */
export function NumberInput({ value, onNumber, min, max, step = 'any', ...rest }: NumberInputProps) {
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const read = (text: string): TypedNumber | undefined => {
    const number = readNumber(text, language);
    return number === '' ? undefined : isUnreadable(number) ? number : Number(number);
  };
  const isTyped = read(typed) === (value ?? undefined);
  const shown =
    typeof value === 'number' ? writeNumber(String(value), language) : typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...rest}
      inputMode={min !== undefined && min >= 0 ? 'decimal' : keysOfNumber()}
      value={isTyped ? typed : isUnreadable(shown) ? shown.slice(unreadable.length) : shown}
      onValue={(text) => {
        setTyped(text);
        onNumber(read(text));
      }}
      onKeyDown={(event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (direction === undefined || event.currentTarget.readOnly) return;
        event.preventDefault();
        const size = step === 'any' ? 1 : step;
        const next = ((typeof value === 'number' ? value : 0) + direction * size).toFixed(10);
        onNumber(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(next))));
      }}
    />
  );
}

interface TextAreaProps extends ControlProps {
  rows?: number;
  readOnly?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>;
}

/** Grows with its text, up to two thirds of the window. */
export function TextArea({ value, onValue, class: extra, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...directionOf(value)}
      {...rest}
      rows={rows}
      // A field that grows with its text ignores its rows.
      style={{ minHeight: `calc(${rows} * 1lh + 12px)` }}
      class={`input input-area ${extra ?? ''}`}
      value={value}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Partial<FieldLinks> {
  name?: string;
  value: string;
  onValue: (value: string) => void;
  class?: string;
  disabled?: boolean;
  'aria-label'?: string;
  onBlur?: () => void;
  options: readonly Option[];
}

/** A value that isn't among the options, such as the id of something that was deleted, stays chosen and visible. */
export function Select({ value, onValue, options, class: extra, ...rest }: SelectProps) {
  const isListed = value === '' || options.some((option) => option.value === value);
  const shown = isListed ? options : [...options, { value, label: value }];
  return (
    <select
      {...rest}
      class={`input input-select ${extra ?? ''}`}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    >
      {shown.map((option) => (
        <option
          key={option.value}
          dir="auto"
          value={option.value}
          disabled={option.disabled}
          selected={option.value === value}
        >
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface SwitchProps {
  name?: string;
  label: string;
  help?: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onValue: (checked: boolean) => void;
}

/** A setting that is on or off, with its label beside it. */
export function Switch({ name, label, help, checked, disabled = false, onValue }: SwitchProps) {
  const id = useId();
  return (
    <div class="switch">
      <input
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {help === undefined ? null : (
          <p class="help" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
