import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { textOf, useErrorsBelow, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { settingsTexts } from './settings-texts.ts';

/** The steps in order, each as long as it needs to be. */
export function StepList({ name }: { name: string }) {
  const say = useTexts(settingsTexts);
  const sayUi = useTexts(uiTexts);
  const field = useField(name);
  const errorOf = useErrorsBelow(name);
  const steps = Array.isArray(field.value) ? field.value.map(textOf) : [];
  const [list, focusStep] = useRowFocus<HTMLDivElement>('.step-row');
  const move = (from: number, to: number) => {
    const moved = steps[from];
    if (moved === undefined) return;
    field.set(steps.toSpliced(from, 1).toSpliced(to, 0, moved));
    focusStep(to, ...(to < from ? ['.move-up', '.move-down'] : ['.move-down', '.move-up']));
  };
  return (
    <div ref={list} class="stack">
      {steps.map((step, at) => {
        const title = say('step', { count: at + 1 });
        return (
          // A step has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} class="step-row">
            <Field
              label={title}
              error={errorOf(String(at))}
              aside={
                <span class="step-buttons">
                  <IconButton
                    class="move-up"
                    label={say('up', { name: title })}
                    icon={ArrowUp}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    class="move-down"
                    label={say('down', { name: title })}
                    icon={ArrowDown}
                    disabled={at === steps.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    label={sayUi('remove', { name: title })}
                    icon={Trash2}
                    onClick={() => {
                      field.set(steps.toSpliced(at, 1));
                      focusStep(at, 'textarea');
                    }}
                  />
                </span>
              }
            >
              {(links) => (
                <TextArea
                  {...links}
                  name={`${name}.${at}`}
                  rows={2}
                  maxLength={4_000}
                  value={step}
                  onValue={(value) => field.set(steps.with(at, value))}
                />
              )}
            </Field>
          </div>
        );
      })}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button
          icon={Plus}
          onClick={() => {
            field.set([...steps, '']);
            focusStep(steps.length, 'textarea');
          }}
        >
          {say('addStep')}
        </Button>
      </div>
    </div>
  );
}
