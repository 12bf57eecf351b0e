import {
  AgentCreate,
  ChatInterfaceCreate,
  FormInterfaceCreate,
  KnowledgeBaseCreate,
  PersonaCreate,
  TriggerCreate,
} from '@portico/shared-types';
import { createAgent } from '../../features/agents/index.ts';
import { createChatInterface } from '../../features/chat-interfaces/index.ts';
import { createFormInterface } from '../../features/form-interfaces/index.ts';
import { createKnowledgeBase } from '../../features/knowledge-bases/index.ts';
import { createPersona } from '../../features/personas/index.ts';
import { createTrigger } from '../../features/triggers/index.ts';
import { createWorkflow } from '../../features/workflows/index.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { AppPlatform } from '../compose.ts';
import type { Kind } from './bundle.ts';

/** A created resource; `secret` is a line for the operator, to whom it is shown only now. */
interface Created {
  readonly id: string;
  readonly secret?: string;
}
type Create = (platform: AppPlatform, workspaceId: string, body: unknown) => Promise<Created>;

/** How each kind is created: as by the body of its POST. */
export const creators: Readonly<Record<Kind, Create>> = {
  knowledge_bases: async (platform, workspaceId, body) =>
    createKnowledgeBase(platform, workspaceId, parsePart('body', KnowledgeBaseCreate, body)),
  agents: async (platform, workspaceId, body) =>
    createAgent(platform, workspaceId, parsePart('body', AgentCreate, body)),
  workflows: createWorkflow,
  async triggers(platform, workspaceId, body) {
    const { id, webhook } = await createTrigger(platform, workspaceId, parsePart('body', TriggerCreate, body));
    return webhook === null ? { id } : { id, secret: `${webhook.url} with the secret ${webhook.secret}` };
  },
  async chat_interfaces(platform, workspaceId, body) {
    const input = parsePart('body', ChatInterfaceCreate, body);
    const { id, identity_secret: secret } = await createChatInterface(platform, workspaceId, input);
    return { id, secret: `identity secret ${secret}` };
  },
  form_interfaces: async (platform, workspaceId, body) =>
    createFormInterface(platform, workspaceId, parsePart('body', FormInterfaceCreate, body)),
  personas: async (platform, workspaceId, body) =>
    createPersona(platform, workspaceId, parsePart('body', PersonaCreate, body)),
};
