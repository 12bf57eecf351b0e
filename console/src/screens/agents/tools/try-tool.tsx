import type { Tool } from '@portico/shared-types/api/agents';
import type { Values } from '../../../form/changes.ts';
import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { ServerTools } from './server-tools.tsx';
import { toolTexts } from './texts.ts';
import { ToolCall } from './tool-call.tsx';

interface TryToolProps {
  agentId: string;
  tool: Tool;
  /** What is shown of the tool isn't what would be called. */
  disabled: boolean;
}

/** Calls the edited tool, and shows the request and the response. */
export function TryTool({ agentId, tool, disabled }: TryToolProps) {
  const say = useTexts(toolTexts);
  return (
    <MoreSettings title={say('tryIt')}>
      {tool.type === 'mcp' ? (
        // Another address or other headers may be another server, with other tools.
        <ServerTools key={JSON.stringify(tool)} agentId={agentId} tool={tool} />
      ) : (
        <ToolCall agentId={agentId} tool={tool} parameters={parametersOf(tool)} disabled={disabled} />
      )}
    </MoreSettings>
  );
}

function parametersOf(tool: Tool): Values | undefined {
  if (tool.type === 'http') return tool.parameters;
  if (tool.type === 'knowledge') return { properties: { query: { type: 'string' } }, required: ['query'] };
  return undefined;
}
