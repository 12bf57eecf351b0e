import type { ToolTrial } from '@portico/shared-types/api/agents';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CodeBox } from '../../../ui/code-box.tsx';
import { toolTexts } from './texts.ts';

/** The request and the response of a call. */
export function TrialResult({ trial }: { trial: ToolTrial }) {
  const say = useTexts(toolTexts);
  const formats = useFormats();
  const { request, response } = trial;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const sent = [
    [request.method, request.url].filter((part) => part !== null).join(' '),
    ...headers,
    request.body ?? (request.method === null ? writeCall(request) : ''),
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

/** A call that isn't an HTTP request of its own; empty if the tools of a server were listed. */
function writeCall({ name, arguments: given }: ToolTrial['request']): string {
  return name === null ? '' : `${name} ${JSON.stringify(given, null, 2)}`;
}
