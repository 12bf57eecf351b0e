import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'preact/hooks';
import { useDraft } from '../../../form/draft-context.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, TextInput } from '../../../ui/field.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { formTexts } from '../texts.ts';
import { ComparisonRow } from './comparison-row.tsx';
import { type Comparison, type Condition, firstComparison, writeCondition } from './condition.ts';
import { parseCondition } from './parse-condition.ts';
import { conditionTexts } from './texts.ts';
import './conditions.css';

interface ConditionEditorProps {
  /** In the surrounding form, like `fields.0.show_if`. */
  name: string;
  /** The empty text if the question is always shown. */
  condition: string;
  error: string | undefined;
  /** The position of the question whose condition this is. */
  at: number;
  fields: readonly FormField[];
  disabled: boolean;
  onCondition: (condition: string) => void;
}

const modes = ['always', 'and', 'or', 'expression'] as const;
type Mode = (typeof modes)[number];

/**
 * When a question is shown: comparisons with the answers to other questions, chosen from lists, or any other JSONata as
 * its text. The comparisons are read from the text, which alone is stored.
 */
export function ConditionEditor(props: ConditionEditorProps) {
  const { name, condition, error, at, fields, disabled, onCondition } = props;
  const say = useTexts(conditionTexts);
  const sayForm = useTexts(formTexts);
  // What the text doesn't say: how the next comparison is joined to a single one, and that a text is wanted.
  const [chosen, setChosen] = useState<Mode>('always');
  // Comes back if its owner has looked at the lists only.
  const [former, setFormer] = useState('');
  // The comparison that was just added: its value is not missing before the focus has left it, or the form is saved.
  const [added, setAdded] = useState<number>();
  const isSaved = useDraft().changes === undefined;
  useEffect(() => {
    if (isSaved) setAdded(undefined);
  }, [isSaved]);
  const others = fields.filter((_, place) => place !== at);
  const parsed = condition === '' ? undefined : parseCondition(condition, fields);
  const mode = readMode(condition, parsed, chosen);
  const choose = (next: Mode) => {
    setChosen(next);
    if (mode === 'expression' && parsed === undefined && next !== 'expression') setFormer(condition);
    if (next === 'always') onCondition('');
    else if (next === 'expression') onCondition(former === '' ? condition : former);
    else {
      const question = fields[at - 1] ?? others[0];
      if (parsed === undefined) setAdded(0);
      const comparisons = parsed?.comparisons ?? (question === undefined ? [] : [firstComparison(question)]);
      onCondition(writeCondition({ join: next, comparisons }));
    }
  };
  const hasLists = others.length > 0 || mode === 'and' || mode === 'or';
  return (
    <>
      <Field
        label={say('show')}
        error={mode === 'expression' ? undefined : error}
        help={hasLists ? undefined : say('alone')}
      >
        {(links) => (
          <Select
            {...links}
            {...(mode === 'expression' ? {} : { name })}
            value={mode}
            disabled={disabled}
            options={modes
              .filter((each) => hasLists || (each !== 'and' && each !== 'or'))
              .map((each) => ({ value: each, label: say(each) }))}
            onValue={(value) => choose(modes.find((each) => each === value) ?? 'always')}
          />
        )}
      </Field>
      {mode === 'expression' ? (
        <Field label={sayForm('showIf')} help={sayForm('showIfHelp')} error={error}>
          {(links) => (
            <TextInput
              {...links}
              name={name}
              dir="ltr"
              class="input-code"
              value={condition}
              disabled={disabled}
              onValue={(text) => {
                setChosen('expression');
                onCondition(text);
              }}
            />
          )}
        </Field>
      ) : parsed === undefined ? null : (
        <Comparisons
          condition={{ ...parsed, join: mode === 'or' ? 'or' : 'and' }}
          questions={others}
          added={added}
          disabled={disabled}
          onAdded={setAdded}
          onCondition={(next) => onCondition(writeCondition(next))}
        />
      )}
    </>
  );
}

function readMode(condition: string, parsed: Condition | undefined, chosen: Mode): Mode {
  if (chosen === 'expression') return 'expression';
  if (condition === '') return 'always';
  if (parsed === undefined) return 'expression';
  return parsed.comparisons.length === 1 && chosen === 'or' ? 'or' : parsed.join;
}

interface ComparisonsProps {
  condition: Condition;
  questions: readonly FormField[];
  /** The position of the comparison that was just added. */
  added: number | undefined;
  disabled: boolean;
  onAdded: (at: number | undefined) => void;
  onCondition: (condition: Condition) => void;
}

function Comparisons({ condition, questions, added, disabled, onAdded, onCondition }: ComparisonsProps) {
  const { join, comparisons } = condition;
  const say = useTexts(conditionTexts);
  const [list, focusRow] = useRowFocus('.condition');
  const change = (next: readonly Comparison[]) => onCondition({ join, comparisons: next });
  return (
    <fieldset ref={list} class="list-field">
      <legend class="visually-hidden">{say('conditions')}</legend>
      {comparisons.map((comparison, at) => (
        <ComparisonRow
          // A row has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          comparison={comparison}
          questions={questions}
          isNew={at === added}
          disabled={disabled}
          onLeave={() => onAdded(undefined)}
          onComparison={(next) => change(comparisons.with(at, next))}
          onRemove={
            comparisons.length === 1
              ? undefined
              : () => {
                  change(comparisons.toSpliced(at, 1));
                  focusRow(at, 'select');
                }
          }
        />
      ))}
      <div>
        <Button
          icon={Plus}
          disabled={disabled}
          onClick={() => {
            const question = questions.find((each) => each.name === comparisons.at(-1)?.name) ?? questions[0];
            if (question === undefined) return;
            change([...comparisons, firstComparison(question)]);
            onAdded(comparisons.length);
            focusRow(comparisons.length, 'select');
          }}
        >
          {say('add')}
        </Button>
      </div>
    </fieldset>
  );
}
