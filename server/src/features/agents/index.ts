import type { Agent } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** The agent of this workspace. Throws 404. */
export declare function requireAgent(platform: Platform, workspaceId: string, id: string, sql?: Sql): Promise<Agent>;

/** Names what uses an agent, like `chat interface "Support" (chi_…)`; while there is any, the agent can't be deleted. */
export type FindAgentUsers = (sql: Sql, workspaceId: string, agentId: string) => Promise<string[]>;

/** Registers such a look-up; called once by a feature's module. */
export declare function registerAgentUsers(find: FindAgentUsers): void;
