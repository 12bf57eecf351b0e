import { readdir, readFile } from 'node:fs/promises';
import { ChatInterfaceCreate, FormInterfaceCreate, AgentCreate, KnowledgeBaseCreate } from '@portico/shared-types';
import { createAgent } from '../../features/agents/index.ts';
import { createChatInterface } from '../../features/chat-interfaces/index.ts';
import { createFormInterface } from '../../features/form-interfaces/index.ts';
import { addDocument, createKnowledgeBase } from '../../features/knowledge-bases/index.ts';
import { createWorkflow } from '../../features/workflows/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { demoAgent, demoChat, demoForm, demoKnowledgeBase, demoWorkflow } from './demo-content.ts';

const guides = new URL('../../../../docs/', import.meta.url);
/** What a visitor of the demo may ask about; the rest of the folder is for those who change the code. */
const left = new Set(['development.md']);

/**
 * Fills the demo on a first start: a knowledge base of the guides, an agent on it, the chat interface `demo`, a workflow
 * that summarises, the form `demo-form`. Each step is remembered, so a start that was cut goes on where it was; what a
 * person has changed or deleted since is left alone.
 */
export async function fillDemo(platform: Platform, workspaceId: string): Promise<void> {
  const steps = createSteps(platform);
  const knowledgeBaseId = await steps.once('knowledge base', async () => {
    const { id } = await createKnowledgeBase(platform, workspaceId, KnowledgeBaseCreate.parse(demoKnowledgeBase));
    return id;
  });
  await steps.once('documents', async () => {
    for (const name of (await readdir(guides)).toSorted()) {
      if (!name.endsWith('.md') || left.has(name)) continue;
      const text = await readFile(new URL(name, guides), 'utf8');
      await addDocument(platform, workspaceId, knowledgeBaseId, { name, text, metadata: { path: `/docs/${name}` } });
    }
    return 'added';
  });
  const agentId = await steps.once('agent', async () => {
    const agent = AgentCreate.parse({ ...demoAgent, knowledge_base_ids: [knowledgeBaseId] });
    return (await createAgent(platform, workspaceId, agent)).id;
  });
  await steps.once('chat interface', async () => {
    const chat = ChatInterfaceCreate.parse({ ...demoChat, agent_id: agentId });
    return (await createChatInterface(platform, workspaceId, chat)).id;
  });
  const workflowId = await steps.once('workflow', async () => {
    return (await createWorkflow(platform, workspaceId, demoWorkflow)).id;
  });
  await steps.once('form interface', async () => {
    const form = FormInterfaceCreate.parse({ ...demoForm, target_type: 'workflow', workflow_id: workflowId });
    return (await createFormInterface(platform, workspaceId, form)).id;
  });
}

function createSteps({ database: { sql } }: Platform) {
  return {
    /** Runs a step the first time and answers what it made, ever after. */
    async once(step: string, make: () => Promise<string>): Promise<string> {
      const name = `demo ${step}`;
      const [known] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = ${name}`;
      if (known !== undefined) return known.value;
      const value = await make();
      await sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`;
      return value;
    },
  };
}
