import { useModelItems } from '../../../ui/use-model-items.ts';
import { agents } from '../../../data/agents.ts';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { useCan } from '../../../data/session.ts';
import { workflows } from '../../../data/workflows.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { ItemOrExpression, type ValueFieldProps } from './value-field.tsx';

const lists = { agent: agents, knowledge: knowledgeBases, workflow: workflows } as const;
const scopes = { agent: 'agents:read', knowledge: 'knowledge-bases:read', workflow: 'workflows:read' } as const;

/** An agent, knowledge base or workflow, by its name. */
export function ResourceField({ kind, ...props }: ValueFieldProps & { kind: keyof typeof lists }) {
  const list = lists[kind].useAll({ enabled: useCan(scopes[kind]) });
  return <ItemOrExpression {...props} query={list} resource={lists[kind]} />;
}

export function ModelField(props: ValueFieldProps) {
  const say = useTexts(fieldTexts);
  return <ItemOrExpression {...props} query={useModelItems()} none={{ value: '', label: say('modelDefault') }} />;
}
