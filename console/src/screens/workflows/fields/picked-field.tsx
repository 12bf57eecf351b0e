import { agents, useModels } from '../../../data/agents.ts';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { SelectOrExpression, type ValueFieldProps } from './value-field.tsx';

const lists = { agent: agents, knowledge: knowledgeBases, workflow: workflows } as const;
const scopes = { agent: 'agents:read', knowledge: 'knowledge-bases:read', workflow: 'workflows:read' } as const;

/** An agent, knowledge base or workflow, by its name. */
export function ResourceField({ kind, ...props }: ValueFieldProps & { kind: keyof typeof lists }) {
  const say = useTexts(fieldTexts);
  const list = lists[kind].useAll({ enabled: useCan(scopes[kind]) });
  const options = (list.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isChosen = typeof props.value === 'string' && props.value !== '';
  return (
    <SelectOrExpression {...props} options={isChosen ? options : [{ value: '', label: say('choose') }, ...options]} />
  );
}

export function ModelField(props: ValueFieldProps) {
  const say = useTexts(fieldTexts);
  const models = useModels();
  const options = (models.data ?? []).map(({ id, label }) => ({ value: id, label }));
  return <SelectOrExpression {...props} options={[{ value: '', label: say('modelDefault') }, ...options]} />;
}
