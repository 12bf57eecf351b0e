import type { Tool, ToolTrial } from '@portico/shared-types/api/agents';
import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useToolTrial } from '../../../data/agents.ts';
import { MoreSettings } from '../../../form/section.tsx';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CodeBox } from '../../../ui/code-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { toolTexts } from './texts.ts';

interface TryToolProps {
  agentId: string;
  tool: Tool;
  /** What is shown of the tool isn't what would be called. */
  disabled: boolean;
}

/** Calls the edited tool, and shows the request and the response. */
export function TryTool({ agentId, tool, disabled }: TryToolProps) {
  const say = useTexts(toolTexts);
  const explain = useErrorText();
  const trial = useToolTrial(agentId);
  const [text, setText] = useState(() => JSON.stringify(exampleOf(tool), null, 2));
  const [error, setError] = useState<string>();
  const call = () => {
    try {
      const parsed: unknown = JSON.parse(text);
      setError(undefined);
      trial.mutate({ tool, arguments: Object(parsed) });
    } catch (failure) {
      setError(say('notJson', { reason: failure instanceof Error ? failure.message : '' }));
    }
  };
  return (
    <MoreSettings title={say('tryIt')}>
      <Field label={say('parameters')} help={say('tryHelp')} error={error}>
        {(links) => <TextArea {...links} dir="ltr" rows={3} class="input-code" value={text} onValue={setText} />}
      </Field>
      <div>
        <Button icon={Play} busy={trial.isPending} disabled={disabled} onClick={call}>
          {say('call')}
        </Button>
      </div>
      {trial.error === null ? null : (
        <p class="fault" role="alert">
          {explain(trial.error)}
        </p>
      )}
      {trial.data === undefined ? null : <TrialResult trial={trial.data} />}
    </MoreSettings>
  );
}

function TrialResult({ trial }: { trial: ToolTrial }) {
  const say = useTexts(toolTexts);
  const formats = useFormats();
  const { request, response } = trial;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const sent = [
    [request.method, request.url].filter((part) => part !== null).join(' '),
    ...headers,
    request.body ?? (request.url === null ? JSON.stringify(request.arguments, null, 2) : ''),
  ].filter((line) => line !== '');
  return (
    <div class="stack" role="status">
      <div class="line">
        <Badge tone={response.ok ? 'good' : 'bad'}>{say(response.ok ? 'worked' : 'failed')}</Badge>
        <span class="soft">
          {[response.status, formats.duration(trial.duration_ms)].filter((part) => part !== null).join(' · ')}
        </span>
      </div>
      <h3 class="meta">{say('request')}</h3>
      <CodeBox label={say('request')}>{sent.join('\n')}</CodeBox>
      <h3 class="meta">{say('response')}</h3>
      <CodeBox label={say('response')}>{response.content}</CodeBox>
    </div>
  );
}

function exampleOf(tool: Tool): Readonly<Record<string, unknown>> {
  if (tool.type === 'knowledge') return { query: '' };
  if (tool.type !== 'http') return {};
  return Object.fromEntries(Object.keys(tool.parameters.properties).map((name) => [name, '']));
}
