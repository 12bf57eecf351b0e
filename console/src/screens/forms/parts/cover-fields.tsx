import { useState } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { isValues } from '../../../form/changes.ts';
import { ColourField } from '../../../form/colour-field.tsx';
import { SelectField, TextField } from '../../../form/fields.tsx';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { coverTexts } from './cover-texts.ts';

/** The form app's own covers (`form-app/src/covers`). */
const stock = ['arches', 'aurora', 'dunes', 'meadow', 'paper', 'tide'] as const;

/** What each kind of cover has at first. */
const firstValues: Readonly<Record<string, string>> = { stock: 'arches', color: '#5645b5', image: '' };

/** The cover of the form. Its value has a different meaning for each kind. */
export function CoverFields() {
  const say = useTexts(coverTexts);
  const { getValues } = useFormContext();
  const cover = useField('cover');
  const { type, value } = isValues(cover.value) ? cover.value : {};
  const kind = textOf(type);
  /** What each kind had before another was chosen. */
  const [former] = useState(() => new Map<string, string>());
  const choose = (next: string) => {
    // The field of the value reports its changes only to itself.
    if (kind !== '') former.set(kind, textOf(getValues('cover.value')));
    cover.set(next === '' ? null : { type: next, value: former.get(next) ?? firstValues[next] ?? '' });
  };
  const pictures = stock.map((name) => ({ value: name, label: say(name) }));
  const isKnown = pictures.some((picture) => picture.value === value);
  return (
    <>
      <Field label={say('cover')} help={say('coverHelp')}>
        {(links) => (
          <Select
            {...links}
            name="cover"
            value={kind}
            disabled={cover.disabled}
            options={[
              { value: '', label: say('none') },
              { value: 'stock', label: say('stock') },
              { value: 'color', label: say('color') },
              { value: 'image', label: say('image') },
            ]}
            onValue={choose}
          />
        )}
      </Field>
      {kind === 'stock' ? (
        <SelectField
          name="cover.value"
          label={say('picture')}
          options={isKnown ? pictures : [...pictures, { value: textOf(value), label: textOf(value) }]}
        />
      ) : null}
      {kind === 'color' ? <ColourField name="cover.value" label={say('colour')} /> : null}
      {kind === 'image' ? <TextField name="cover.value" label={say('address')} type="url" required code /> : null}
    </>
  );
}
