import { Link } from 'wouter';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { NumberField, SelectField, SwitchField } from '../../form/fields.tsx';
import { MoreSettings, Section } from '../../form/section.tsx';
import { useField } from '../../form/use-field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Loaded } from '../../ui/states.tsx';
import { agentTexts } from './texts.ts';

/** The knowledge bases that the agent searches for each message, and how. */
export function KnowledgeSection() {
  const say = useTexts(agentTexts);
  return (
    <Section title={say('knowledge')} help={say('knowledgeHelp')} reference="reference/agents#knowledge-in-replies">
      {useCan('knowledge-bases:read') ? <BaseChoices /> : null}
      <MoreSettings title={say('retrieval')}>
        <div class="row-of-fields">
          <SelectField
            name="retrieval.mode"
            label={say('searchBy')}
            options={[
              { value: 'hybrid', label: say('hybrid') },
              { value: 'semantic', label: say('semantic') },
            ]}
          />
          <NumberField name="retrieval.top_k" label={say('topK')} help={say('topKHelp')} min={1} max={20} />
          <NumberField
            name="retrieval.min_score"
            label={say('minScore')}
            help={say('minScoreHelp')}
            min={0}
            max={1}
            step={0.05}
          />
        </div>
        <SwitchField name="retrieval.rewrite" label={say('rewrite')} help={say('rewriteHelp')} />
      </MoreSettings>
    </Section>
  );
}

function BaseChoices() {
  const say = useTexts(agentTexts);
  const bases = knowledgeBases.useAll();
  const field = useField('knowledge_base_ids');
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Loaded query={bases}>
      {(known) =>
        known.length === 0 ? (
          <p class="help">
            {say('noBases')} <Link href="/knowledge">{say('toKnowledge')}</Link>
          </p>
        ) : (
          <fieldset class="choices">
            <legend class="visually-hidden">{say('knowledge')}</legend>
            {known.map(({ id, name, document_count: count }) => (
              <div key={id} class="choice">
                <input
                  id={`base-${id}`}
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={field.disabled}
                  onChange={(event) =>
                    field.set(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                />
                <label for={`base-${id}`} dir="auto">
                  {name}
                </label>
                <span class="meta">{say('documents', { count })}</span>
              </div>
            ))}
          </fieldset>
        )
      }
    </Loaded>
  );
}
