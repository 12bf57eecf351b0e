import { cutText } from '../../platform/cut-text.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AgentRow, findAgentByName, listActiveAgents } from '../agents/index.ts';
import type { Model } from './chat-completions.schemas.ts';

/** Returns the workspace's active agents as models. */
export async function listModels(platform: Platform, workspaceId: string): Promise<Model[]> {
  return (await listActiveAgents(platform.database.sql, workspaceId)).map(toModel);
}

/** Returns an agent as a model, by its slug or id. Throws 404. */
export async function getModel(platform: Platform, workspaceId: string, name: string): Promise<Model> {
  return toModel(await getAgent(platform, workspaceId, name));
}

/** Returns an agent by its slug or id. Throws 404. */
export async function getAgent(platform: Platform, workspaceId: string, name: string): Promise<AgentRow> {
  const agent = await findAgentByName(platform.database.sql, workspaceId, name);
  if (agent === undefined) {
    const message = `No active agent has the slug or id “${cutText(name, 100)}”. GET /openai/v1/models lists those that can be used.`;
    throw new ApiError('resource_not_found', message, { resource: 'model', id: name });
  }
  return agent;
}

function toModel({ id, slug, created_at: createdAt }: Pick<AgentRow, 'id' | 'slug' | 'created_at'>): Model {
  const created = Math.floor(Date.parse(createdAt) / 1000);
  return { id: slug ?? id, object: 'model', created, owned_by: 'portico' };
}
