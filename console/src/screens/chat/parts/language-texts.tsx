import { languages } from '@portico/shared-types/languages/lists/languages';
import { Trash2 } from 'lucide-react';
import { isValues } from '../../../form/changes.ts';
import { AreaField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useLanguage, useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { rulesTexts } from './rules-texts.ts';

const empty = {
  title: null,
  subtitle: null,
  welcome_message: null,
  placeholder: null,
  suggested_prompts: null,
  away_message: null,
  limit_message: null,
  launcher_label: null,
  proactive_message: null,
};

/** The owner's texts in each language. */
export function LanguageTexts() {
  const say = useTexts(rulesTexts);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const nameOf = (tag: string) => names.of(tag) ?? tag;
  const field = useField('texts');
  // A removed language is undefined until it is saved.
  const texts = isValues(field.value) ? field.value : {};
  const tags = Object.keys(texts).filter((tag) => isValues(texts[tag]));
  const left = languages.filter((tag) => !tags.includes(tag));
  const remove = (tag: string) => {
    const { [tag]: _, ...others } = texts;
    field.set(others);
  };
  return (
    <Section title={say('other')} help={say('otherHelp')} reference="reference/chat-interfaces#behaviour">
      {tags.map((tag) => (
        <details key={tag} class="card language-texts">
          <summary>{nameOf(tag)}</summary>
          <div class="stack">
            <TextField name={`texts.${tag}.title`} label={say('title')} nullable />
            <TextField name={`texts.${tag}.subtitle`} label={say('subtitle')} nullable />
            <AreaField name={`texts.${tag}.welcome_message`} label={say('welcome')} nullable />
            <ListField name={`texts.${tag}.suggested_prompts`} label={say('prompts')} />
            <TextField name={`texts.${tag}.placeholder`} label={say('placeholder')} nullable />
            <TextField name={`texts.${tag}.launcher_label`} label={say('label')} nullable />
            <TextField name={`texts.${tag}.proactive_message`} label={say('proactive')} nullable />
            <AreaField name={`texts.${tag}.away_message`} label={say('away')} rows={2} nullable />
            <TextField name={`texts.${tag}.limit_message`} label={say('limit')} nullable />
            <div>
              <Button icon={Trash2} disabled={field.disabled} onClick={() => remove(tag)}>
                {say('removeLanguage', { name: nameOf(tag) })}
              </Button>
            </div>
          </div>
        </details>
      ))}
      {left.length === 0 ? null : (
        <Field label={say('addLanguage')}>
          {(links) => (
            <Select
              {...links}
              value=""
              disabled={field.disabled}
              onValue={(tag) => tag !== '' && field.set({ ...texts, [tag]: empty })}
              options={[
                { value: '', label: say('choose') },
                ...left.map((tag) => ({ value: tag, label: nameOf(tag) })),
              ]}
            />
          )}
        </Field>
      )}
    </Section>
  );
}
