import type { ClientTool } from '@portico/shared-types';
import { waitForPage } from '../../client-tools/index.ts';
import type { OpenTool } from './open-tool.ts';

/** Creates a tool that runs in the visitor's page. Its calls must be opened (`openCall`) before they are run here. */
export function openClientTool(tool: ClientTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    async run(_, { platform, callKey, signal }) {
      const at = callKey.indexOf('-');
      return waitForPage(platform, { messageId: callKey.slice(0, at), callId: callKey.slice(at + 1) }, signal);
    },
  };
}
