import { useState } from 'preact/hooks';
import { TextField } from '../../../form/fields.tsx';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { sourceTexts } from './texts.ts';

const named = ['never', 'hourly', 'daily', 'weekly'] as const;

/** How often a source is crawled: a common interval, or a cron expression. */
export function RefreshField() {
  const say = useTexts(sourceTexts);
  const field = useField('refresh');
  const value = textOf(field.value);
  const isNamed = named.some((name) => name === value);
  const [isOwn, setOwn] = useState(!isNamed);
  const shown = isOwn || !isNamed ? 'cron' : value;
  return (
    <>
      <Field label={say('refresh')} help={say('refreshHelp')} error={shown === 'cron' ? undefined : field.error}>
        {(links) => (
          <Select
            {...links}
            value={shown}
            disabled={field.disabled}
            onValue={(chosen) => {
              setOwn(chosen === 'cron');
              field.set(chosen === 'cron' ? '0 6 * * *' : chosen);
            }}
            options={[...named, 'cron' as const].map((name) => ({ value: name, label: say(name) }))}
          />
        )}
      </Field>
      {shown === 'cron' ? <TextField name="refresh" label={say('cronLabel')} help={say('cronHelp')} code /> : null}
    </>
  );
}
