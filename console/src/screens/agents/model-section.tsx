import { useModelLabel } from '../../ui/use-model-label.ts';
import { useModels } from '../../data/agents.ts';
import { NumberField, SelectField, TextField } from '../../form/fields.tsx';
import { MoreSettings, Section } from '../../form/section.tsx';
import { useField } from '../../form/use-field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { agentTexts } from './texts.ts';

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export function ModelSection() {
  const say = useTexts(agentTexts);
  const models = useModels();
  const labelOf = useModelLabel();
  const { value } = useField('model');
  const listed = models.data ?? [];
  const current = listed.find(({ id }) => id === value);
  const options = listed.map((model) => ({
    value: model.id,
    label: model.is_default ? `${labelOf(model)} (${say('modelDefault')})` : labelOf(model),
  }));
  return (
    <Section title={say('model')} help={say('modelHelp')} reference="reference/models">
      {listed.length === 0 ? (
        <TextField name="model" label={say('model')} code />
      ) : (
        <SelectField
          name="model"
          label={say('model')}
          options={options}
          help={
            current === undefined
              ? say('modelUnlisted')
              : say('modelPrice', { prompt: current.price.prompt, completion: current.price.completion })
          }
        />
      )}
      {current?.builtin === true ? <p class="help">{say('modelBuiltin')}</p> : null}
      <div class="row-of-fields">
        <NumberField
          name="temperature"
          label={say('temperature')}
          help={say('temperatureHelp')}
          min={0}
          max={2}
          step={0.1}
        />
        <NumberField
          name="max_tokens"
          label={say('maxTokens')}
          help={say('maxTokensHelp')}
          min={1}
          unit={say('tokens')}
        />
      </div>
      <MoreSettings>
        <div class="row-of-fields">
          <SelectField
            name="reasoning_effort"
            label={say('effort')}
            nullable
            options={[
              { value: '', label: say('effortModel') },
              ...efforts.map((effort) => ({ value: effort, label: effort })),
            ]}
          />
          <NumberField name="top_p" label={say('topP')} min={0} max={1} step={0.05} />
          <NumberField name="max_steps" label={say('maxSteps')} help={say('maxStepsHelp')} min={1} max={50} />
        </div>
      </MoreSettings>
    </Section>
  );
}
