import type { McpTool } from '@portico/shared-types/api/agents';
import { ListTree } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useToolTrial } from '../../../data/agents.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { toolTexts } from './texts.ts';
import { ToolCall } from './tool-call.tsx';
import { TrialResult } from './trial-result.tsx';

/** Asks an MCP server for its tools, and calls the chosen one. */
export function ServerTools({ agentId, tool }: { agentId: string; tool: McpTool }) {
  const say = useTexts(toolTexts);
  const list = useToolTrial(agentId);
  const [chosen, setChosen] = useState('');
  const choice = useRef<HTMLDivElement>(null);
  const isListed = (list.data?.tools ?? []).length > 0;
  // It replaces the button that asked for the list.
  useEffect(() => {
    if (isListed) choice.current?.querySelector('select')?.focus();
  }, [isListed]);
  const tools = list.data?.tools ?? [];
  const current = tools.find(({ name }) => name === chosen) ?? tools[0];
  if (current === undefined) {
    return (
      <>
        <p class="help">{say('listHelp')}</p>
        <div>
          <Button icon={ListTree} busy={list.isPending} onClick={() => list.mutate({ tool })}>
            {say('listTools')}
          </Button>
        </div>
        <Failure error={list.error} />
        {list.data === undefined ? null : <TrialResult trial={list.data} />}
      </>
    );
  }
  return (
    <>
      <div ref={choice}>
        <Field label={say('serverTool')}>
          {(links) => (
            <Select
              {...links}
              value={current.name}
              options={tools.map(({ name }) => ({ value: name, label: name }))}
              onValue={setChosen}
            />
          )}
        </Field>
      </div>
      {current.description === '' ? null : <LongText text={current.description} label={current.name} />}
      <ToolCall
        key={current.name}
        agentId={agentId}
        tool={tool}
        name={current.name}
        parameters={current.parameters}
        disabled={false}
      />
    </>
  );
}
