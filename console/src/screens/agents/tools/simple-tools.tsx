import type { Tool } from '@portico/shared-types/api/agents';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { workflows } from '../../../data/workflows.ts';
import { useListText } from '../../../form/use-list-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { ItemSelect } from '../../../ui/item-select.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { ParameterRows } from './parameter-rows.tsx';
import { useToolFaults } from './tool-faults.ts';
import { toolTexts } from './texts.ts';

export interface ToolProps<Type extends Tool['type']> {
  tool: Extract<Tool, { type: Type }>;
  onTool: (tool: Tool) => void;
}

interface Naming {
  name: string;
  description: string;
}

/** The name and description that the model sees. */
export function NameFields({ value, onValue }: { value: Naming; onValue: (value: Naming) => void }) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  return (
    <>
      <Field label={say('name')} help={say('nameHelp')} error={errorOf('name')}>
        {(links) => (
          <TextInput
            {...links}
            required
            class="input-code"
            dir="ltr"
            maxLength={64}
            value={value.name}
            onValue={(name) => onValue({ ...value, name })}
          />
        )}
      </Field>
      <Field label={say('description')} help={say('descriptionHelp')} error={errorOf('description')}>
        {(links) => (
          <TextArea
            {...links}
            rows={2}
            value={value.description}
            onValue={(description) => onValue({ ...value, description })}
          />
        )}
      </Field>
    </>
  );
}

export function WorkflowFields({ tool, onTool }: ToolProps<'workflow'>) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  const list = workflows.useAll();
  return (
    <>
      <Field label={say('workflow')} error={errorOf('workflow_id')}>
        {(links) => (
          <ItemSelect
            {...links}
            query={list}
            resource={workflows}
            none={{ value: '', label: say('choose') }}
            value={tool.workflow_id}
            onValue={(id) => onTool({ ...tool, workflow_id: id })}
          />
        )}
      </Field>
      <NameFields value={tool} onValue={({ name, description }) => onTool({ ...tool, name, description })} />
    </>
  );
}

export function KnowledgeFields({ tool, onTool }: ToolProps<'knowledge'>) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  const list = knowledgeBases.useAll();
  return (
    <>
      <Field label={say('knowledge')} error={errorOf('knowledge_base_id')}>
        {(links) => (
          <ItemSelect
            {...links}
            query={list}
            resource={knowledgeBases}
            none={{ value: '', label: say('choose') }}
            value={tool.knowledge_base_id}
            onValue={(id) => onTool({ ...tool, knowledge_base_id: id })}
          />
        )}
      </Field>
      <NameFields value={tool} onValue={({ name, description }) => onTool({ ...tool, name, description })} />
    </>
  );
}

/** Separated by commas, also by those of Arabic. */
const toolNames = {
  split: (text: string) => text.split(/[,،]/).flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  join: (names: readonly string[]) => names.join(', '),
};

export function McpFields({ tool, onTool }: ToolProps<'mcp'>) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  const { allow = [], ...rest } = tool;
  const onAllow = (names: string[]) => onTool(names.length === 0 ? rest : { ...rest, allow: names });
  const [allowed, setAllowed] = useListText(allow, onAllow, toolNames);
  return (
    <>
      <Field label={say('url')} help={say('mcpUrlHelp')} error={errorOf('url')}>
        {(links) => (
          <TextInput
            {...links}
            type="url"
            required
            dir="ltr"
            value={tool.url}
            onValue={(url) => onTool({ ...tool, url })}
          />
        )}
      </Field>
      <PairRows
        label={say('headers')}
        pairs={tool.headers ?? {}}
        onPairs={(headers) => onTool({ ...tool, headers })}
        errorOf={(name) => errorOf(`headers.${name}`)}
      />
      <Field label={say('allow')} help={say('allowHelp')} error={errorOf('allow')}>
        {(links) => <TextInput {...links} dir="ltr" value={allowed} onValue={setAllowed} />}
      </Field>
    </>
  );
}

export function ClientFields({ tool, onTool }: ToolProps<'client'>) {
  const say = useTexts(toolTexts);
  return (
    <>
      <p class="help">
        <bdi>{say('clientHelp')}</bdi>
      </p>
      <NameFields value={tool} onValue={({ name, description }) => onTool({ ...tool, name, description })} />
      <ParameterRows parameters={tool.parameters} onParameters={(parameters) => onTool({ ...tool, parameters })} />
    </>
  );
}

export function BuiltinFields({ tool, onTool }: ToolProps<'builtin'>) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  return (
    <Field label={say('builtin')} error={errorOf('name')}>
      {(links) => (
        <Select
          {...links}
          value={tool.name}
          options={[
            { value: 'current_time', label: say('current_time') },
            { value: 'fetch_url', label: say('fetch_url') },
          ]}
          onValue={(name) => onTool({ ...tool, name: name === 'fetch_url' ? 'fetch_url' : 'current_time' })}
        />
      )}
    </Field>
  );
}
