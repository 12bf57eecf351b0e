import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, NumberInput, Select, type Remark, type TypedNumber } from '../../../ui/field.tsx';
import { useFieldScope } from '../fields/field-context.ts';
import type { DraftNode } from '../graph/draft.ts';
import { setOptional } from '../graph/edits.ts';
import { editorTexts } from './texts.ts';

interface FailureFieldsProps {
  node: DraftNode;
  errorOf: (field: string) => Remark | undefined;
  onNode: (node: DraftNode, field: string) => void;
}

/** What happens if a node fails: attempts, their time limit, and the way on. */
export function FailureFields({ node, errorOf, onNode }: FailureFieldsProps) {
  const say = useTexts(editorTexts);
  const { prefix } = useFieldScope();
  const retry = node.retry ?? {};
  const setRetry = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = retry;
    const next = value === undefined ? rest : { ...rest, [name]: value };
    const isEmpty = Object.keys(next).length === 0;
    onNode(setOptional(node, { retry: isEmpty ? undefined : next }), `retry.${name}`);
  };
  const hasRetry = typeof retry['max_attempts'] === 'number' && retry['max_attempts'] > 1;
  const isOpen = ['retry.max_attempts', 'retry.backoff_ms', 'timeout_ms', 'on_error'].some(
    (at) => errorOf(at) !== undefined,
  );
  return (
    <MoreSettings title={say('failures')} isOpen={isOpen}>
      <Field label={say('onError')} error={errorOf('on_error')}>
        {(links) => (
          <Select
            {...links}
            name={`${prefix}on_error`}
            value={node.on_error ?? 'fail'}
            options={[
              { value: 'fail', label: say('failRun') },
              { value: 'continue', label: say('continueRun') },
              { value: 'branch', label: say('branchRun') },
            ]}
            onValue={(value) =>
              onNode(setOptional(node, { on_error: value === 'fail' ? undefined : value }), 'on_error')
            }
          />
        )}
      </Field>
      <LimitField
        label={say('attempts')}
        help={say('attemptsHelp')}
        name={`${prefix}retry.max_attempts`}
        placeholder="1"
        min={1}
        max={10}
        value={retry['max_attempts']}
        error={errorOf('retry.max_attempts')}
        onValue={(value) => setRetry('max_attempts', value)}
      />
      {hasRetry ? (
        <>
          <LimitField
            label={say('backoff')}
            name={`${prefix}retry.backoff_ms`}
            placeholder="1000"
            min={0}
            max={3_600_000}
            unit={say('milliseconds')}
            value={retry['backoff_ms']}
            error={errorOf('retry.backoff_ms')}
            onValue={(value) => setRetry('backoff_ms', value)}
          />
          <Field label={say('backoffKind')}>
            {(links) => (
              <Select
                {...links}
                value={retry['backoff'] === 'exponential' ? 'exponential' : 'fixed'}
                options={[
                  { value: 'fixed', label: say('fixed') },
                  { value: 'exponential', label: say('exponential') },
                ]}
                onValue={(value) => setRetry('backoff', value === 'fixed' ? undefined : value)}
              />
            )}
          </Field>
        </>
      ) : null}
      <LimitField
        label={say('timeout')}
        name={`${prefix}timeout_ms`}
        min={1}
        max={86_400_000}
        unit={say('milliseconds')}
        value={node.timeout_ms}
        error={errorOf('timeout_ms')}
        onValue={(value) => onNode(setOptional(node, { timeout_ms: value }), 'timeout_ms')}
      />
    </MoreSettings>
  );
}

interface LimitFieldProps {
  label: string;
  help?: string;
  name: string;
  placeholder?: string;
  min: number;
  max: number;
  unit?: string;
  value: unknown;
  error: Remark | undefined;
  onValue: (value: TypedNumber | undefined) => void;
}

function LimitField({ label, help, unit, error, onValue, ...input }: LimitFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(links) => (
        <div class="with-unit">
          <NumberInput {...links} {...input} step={1} class="input-short" onNumber={onValue} />
          {unit === undefined ? null : <span class="soft">{unit}</span>}
        </div>
      )}
    </Field>
  );
}
