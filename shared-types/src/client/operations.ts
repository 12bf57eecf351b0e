import { accountOperations } from './operations/account.ts';
import { agentOperations } from './operations/agents.ts';
import { automationOperations } from './operations/automation.ts';
import { interfaceOperations } from './operations/interfaces.ts';

/**
 * All operations of the client, by resource: the versioned API, personas, and the visitors' side of forms. Lists are
 * named `list…`; `listAll…` is derived from them.
 */
export const operations = {
  ...accountOperations,
  ...agentOperations,
  ...automationOperations,
  ...interfaceOperations,
} as const;
