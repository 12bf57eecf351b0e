import type { Text } from '../../../text/texts.ts';
import { agentTexts } from '../texts.ts';

/** The names of an agent's fields in the API, and what they are called where they are edited. */
export const fieldTitles: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['name', agentTexts.name],
  ['description', agentTexts.description],
  ['system_prompt', agentTexts.instructions],
  ['model', agentTexts.model],
  ['temperature', agentTexts.temperature],
  ['max_tokens', agentTexts.maxTokens],
  ['reasoning_effort', agentTexts.effort],
  ['top_p', agentTexts.topP],
  ['max_steps', agentTexts.maxSteps],
  ['knowledge_base_ids', agentTexts.knowledge],
  ['retrieval', agentTexts.retrieval],
  ['tools', agentTexts.tools],
]);
