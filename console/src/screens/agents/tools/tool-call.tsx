import type { Tool } from '@portico/shared-types/api/agents';
import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useToolTrial } from '../../../data/agents.ts';
import type { Values } from '../../../form/changes.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { jsonFaultOf } from '../../../form/inputs/json-text.ts';
import { InputControl } from '../../../form/inputs/input-control.tsx';
import { newInput, readInputs, type Input } from '../../../form/inputs/input-schema.ts';
import { toolTexts } from './texts.ts';
import { TrialResult } from './trial-result.tsx';

interface ToolCallProps {
  agentId: string;
  tool: Tool;
  /** Which tool of an MCP server. */
  name?: string;
  /** The JSON Schema of the arguments; undefined if it isn't known here. */
  parameters: Values | undefined;
  /** What is shown of the tool isn't what would be called. */
  disabled: boolean;
}

/** The arguments of one call, each with a control of its type or all as JSON; the call, and its result. */
export function ToolCall({ agentId, tool, name, parameters, disabled }: ToolCallProps) {
  const say = useTexts(toolTexts);
  const trial = useToolTrial(agentId);
  const [values, setValues] = useState<Values>({});
  const [isCalled, setCalled] = useState(false);
  const known = readInputs(parameters ?? {});
  const whole: Input = { ...newInput, name: 'arguments', title: say('parameters'), type: 'object', initial: {} };
  const inputs = known.length === 0 ? [whole] : known;
  const valueOf = ({ name: of, initial }: Input) => (Object.hasOwn(values, of) ? values[of] : initial);
  const errorOf = (input: Input) => {
    const reason = faultOf(input, valueOf(input));
    return isCalled && reason !== undefined ? say('notJson', { reason }) : undefined;
  };
  const call = () => {
    setCalled(true);
    if (disabled || inputs.some((input) => faultOf(input, valueOf(input)) !== undefined)) return;
    // What has no value is left out, as a model does.
    const given = inputs.flatMap((input) => (valueOf(input) === undefined ? [] : [[input.name, valueOf(input)]]));
    const args: unknown = known.length === 0 ? (valueOf(whole) ?? {}) : Object.fromEntries(given);
    trial.mutate({ tool, ...(name === undefined ? {} : { name }), arguments: Object(args) });
  };
  return (
    // Enter in a field of the arguments calls the tool, instead of applying it.
    <div
      class="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        call();
      }}
    >
      <p class="help">{say('tryHelp')}</p>
      {inputs.map((input) => (
        <InputControl
          key={input.name}
          input={input}
          value={valueOf(input)}
          error={errorOf(input)}
          onValue={(value) => setValues({ ...values, [input.name]: value })}
        />
      ))}
      <div>
        <Button icon={Play} busy={trial.isPending} disabled={disabled} onClick={call}>
          {say('call')}
        </Button>
      </div>
      <Failure error={trial.error} />
      {trial.data === undefined ? null : <TrialResult trial={trial.data} />}
    </div>
  );
}

/** Why a list or an object can't be read: what isn't JSON is kept as a text. */
function faultOf({ type }: Input, value: unknown): string | undefined {
  const isJson = type === 'array' || type === 'object';
  return isJson && typeof value === 'string' ? jsonFaultOf(value) : undefined;
}
