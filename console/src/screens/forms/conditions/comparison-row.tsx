import { isUnreadable } from '@portico/browser-kit/read-control';
import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { X } from 'lucide-react';
import { useId } from 'preact/hooks';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { NumberInput, Select, TextInput } from '../../../ui/field.tsx';
import { type Comparison, firstComparison, type Operator, operatorsOf, takesValue } from './condition.ts';
import { conditionTexts } from './texts.ts';

interface ComparisonRowProps {
  number: number;
  comparison: Comparison;
  /** Those that it can compare with. */
  questions: readonly FormField[];
  /** A value is not missing yet. */
  isNew: boolean;
  disabled: boolean;
  /** The focus has left the row. */
  onLeave: () => void;
  onComparison: (comparison: Comparison) => void;
  /** Undefined for the only comparison of a condition. */
  onRemove: (() => void) | undefined;
}

/** A question, a comparison and a value. */
export function ComparisonRow(props: ComparisonRowProps) {
  const { number, comparison, questions, isNew, disabled, onLeave, onComparison, onRemove } = props;
  const say = useTexts(conditionTexts);
  const faultText = useFaultText();
  const faultId = useId();
  const question = questions.find(({ name }) => name === comparison.name);
  const type = question?.type ?? 'text';
  const found = findFault(comparison, question);
  const fault = isNew && found === 'needsValue' ? undefined : found;
  const labelOf = (operator: Operator) => {
    const dated = type === 'date' ? (`${operator}Date` as const) : operator;
    return say(isText(dated) ? dated : operator);
  };
  return (
    <div
      class="condition"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLeave();
      }}
    >
      <div class="condition-parts">
        <div class="condition-inputs">
          <Select
            aria-label={say('question', { number })}
            value={comparison.name}
            disabled={disabled}
            options={questions.map(({ name, label }) => ({ value: name, label }))}
            onValue={(name) => {
              const next = questions.find((each) => each.name === name);
              if (next !== undefined) onComparison(keepOperator(firstComparison(next), comparison, next));
            }}
          />
          <Select
            aria-label={say('comparison', { number })}
            value={comparison.operator}
            disabled={disabled}
            options={operatorsOf[type].map((operator) => ({ value: operator, label: labelOf(operator) }))}
            onValue={(value) => {
              const operator = operatorsOf[type].find((each) => each === value) ?? comparison.operator;
              onComparison({ ...comparison, operator, value: valueFor(operator, comparison, question) });
            }}
          />
          {takesValue(comparison.operator) ? (
            <ValueInput
              aria-label={say('value', { number })}
              aria-invalid={fault === undefined ? undefined : true}
              aria-describedby={fault === undefined ? undefined : faultId}
              question={question}
              value={comparison.value}
              disabled={disabled}
              onValue={(value) => onComparison({ ...comparison, value })}
            />
          ) : null}
        </div>
        {onRemove === undefined ? null : (
          <IconButton label={say('remove', { number })} icon={X} disabled={disabled} onClick={onRemove} />
        )}
      </div>
      {fault === undefined ? null : (
        <p class="fault" id={faultId}>
          {fault === 'notANumber'
            ? faultText({ code: 'invalid_number', message: '' }, comparison.value)
            : say(fault, { value: comparison.value })}
        </p>
      )}
    </div>
  );
}

interface ValueInputProps {
  'aria-label': string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  question: FormField | undefined;
  value: string | number;
  disabled: boolean;
  onValue: (value: string | number) => void;
}

function ValueInput({ question, value, onValue, ...rest }: ValueInputProps) {
  switch (question?.type) {
    case 'select':
    case 'multiselect':
      return (
        <Select
          {...rest}
          value={String(value)}
          options={(question.options ?? []).map((option) => ({ value: option, label: option }))}
          onValue={onValue}
        />
      );
    case 'number':
      return <NumberInput {...rest} step="any" value={value} onNumber={(typed) => onValue(typed ?? '')} />;
    case 'date':
      return <TextInput {...rest} type="date" value={String(value)} onValue={onValue} />;
    default:
      return <TextInput {...rest} value={String(value)} onValue={onValue} />;
  }
}

function isText(key: string): key is keyof typeof conditionTexts {
  return Object.hasOwn(conditionTexts, key);
}

function findFault({ operator, value }: Comparison, question: FormField | undefined) {
  if (!takesValue(operator)) return undefined;
  if (value === '') return 'needsValue' as const;
  const { type, options } = question ?? {};
  if (type === 'number' && isUnreadable(value)) return 'notANumber' as const;
  return options === undefined || options.includes(String(value)) ? undefined : ('notAChoice' as const);
}

/** Another question of the same kind is compared in the same way. */
function keepOperator(first: Comparison, { operator }: Comparison, question: FormField): Comparison {
  const isKept = operatorsOf[question.type].includes(operator);
  const kept = { ...first, operator: isKept ? operator : first.operator };
  return { ...kept, value: valueFor(kept.operator, first, question) };
}

function valueFor(operator: Operator, { value }: Comparison, question: FormField | undefined): string | number {
  if (!takesValue(operator)) return '';
  return value === '' ? (question?.options?.[0] ?? '') : value;
}
