import { Plus, Trash2 } from 'lucide-react';
import { NumberField, SwitchField, TextField } from '../../../form/fields.tsx';
import { Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { rulesTexts } from './rules-texts.ts';

const newRule = { message: '', url_pattern: null, after_seconds: 10, on_exit: false, min_visits: null, once: true };

/** Messages shown beside the button, each with its conditions. */
export function ProactiveRules() {
  const say = useTexts(rulesTexts);
  const sayUi = useTexts(uiTexts);
  const field = useField('proactive');
  const rules: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Section title={say('rules')} help={say('rulesHelp')} reference="reference/chat-interfaces#behaviour">
      {rules.map((_, at) => {
        const name = say('rule', { number: at + 1 });
        return (
          // A rule has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} class="card" role="group" aria-label={name}>
            <div class="line">
              <h3 class="grow">{name}</h3>
              <IconButton
                label={sayUi('remove', { name })}
                icon={Trash2}
                disabled={field.disabled}
                onClick={() => field.set(rules.toSpliced(at, 1))}
              />
            </div>
            <TextField name={`proactive.${at}.message`} label={say('message')} required />
            <div class="row-of-fields">
              <TextField
                name={`proactive.${at}.url_pattern`}
                label={say('pages')}
                help={say('pagesHelp')}
                nullable
                code
              />
              <NumberField name={`proactive.${at}.after_seconds`} label={say('after')} unit={say('seconds')} min={0} />
              <NumberField name={`proactive.${at}.min_visits`} label={say('visits')} min={1} />
            </div>
            <SwitchField name={`proactive.${at}.on_exit`} label={say('onExit')} />
            <SwitchField name={`proactive.${at}.once`} label={say('once')} />
          </div>
        );
      })}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      <div>
        <Button icon={Plus} disabled={field.disabled} onClick={() => field.set([...rules, newRule])}>
          {say('addRule')}
        </Button>
      </div>
    </Section>
  );
}
