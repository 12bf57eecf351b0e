import { languages } from '@portico/shared-types/languages/lists/languages';
import { AreaField, SelectField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { Section } from '../../../form/section.tsx';
import { useLanguage, useTexts } from '../../../text/use-texts.ts';
import { LanguageTexts } from './language-texts.tsx';
import { ProactiveRules } from './proactive-rules.tsx';
import { wordsTexts } from './words-texts.ts';

export function WordsTab() {
  const say = useTexts(wordsTexts);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <>
      <Section title={say('greeting')} help={say('greetingHelp')} reference="reference/chat-interfaces#behaviour">
        <TextField name="behaviour.title" label={say('title')} help={say('titleHelp')} nullable />
        <TextField name="behaviour.subtitle" label={say('subtitle')} placeholder={say('subtitleExample')} nullable />
        <AreaField
          name="behaviour.welcome_message"
          label={say('welcome')}
          help={say('welcomeHelp')}
          placeholder={say('welcomeExample')}
          nullable
        />
        <ListField name="behaviour.suggested_prompts" label={say('prompts')} help={say('promptsHelp')} />
        <TextField name="behaviour.placeholder" label={say('placeholder')} nullable />
      </Section>
      <Section title={say('launcher')} help={say('launcherHelp')} reference="reference/chat-interfaces#behaviour">
        <TextField name="behaviour.launcher.label" label={say('label')} help={say('labelHelp')} nullable />
        <TextField
          name="behaviour.launcher.proactive_message"
          label={say('proactive')}
          help={say('proactiveHelp')}
          nullable
        />
      </Section>
      <ProactiveRules />
      <Section title={say('languages')} help={say('languagesHelp')} reference="reference/chat-interfaces#behaviour">
        <SelectField
          name="locale"
          label={say('language')}
          nullable
          options={[
            { value: '', label: say('visitors') },
            ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
          ]}
        />
        <TextField name="limit_message" label={say('limit')} help={say('limitHelp')} nullable />
      </Section>
      <LanguageTexts />
    </>
  );
}
