import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ChatInterfaceCreate, FormInterfaceCreate, AgentCreate, KnowledgeBaseCreate } from '@portico/shared-types';
import { createAgent } from '../../features/agents/index.ts';
import { createChatInterface } from '../../features/chat-interfaces/index.ts';
import { createFormInterface } from '../../features/form-interfaces/index.ts';
import { addDocument, createKnowledgeBase, getDocument } from '../../features/knowledge-bases/index.ts';
import { fillStarterPersonas } from '../../features/personas/index.ts';
import { createWorkflow } from '../../features/workflows/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AppPlatform } from '../compose.ts';
import { listGuides } from '../pages/docs-pages.ts';
import { demoAgent, demoChat, demoForm, demoKnowledgeBase, type demoSteps, demoWorkflow } from './demo-content.ts';

const guides = new URL('../../../../docs/', import.meta.url);
const timeoutMs = 20_000;

/**
 * Fills the demo on a first start: a knowledge base of the guides, an agent that uses it, the chat interface `demo`, a
 * workflow that summarises, the form `demo-form`. Each step is recorded, so an interrupted start continues where it
 * stopped; anything that a person has changed or deleted since then is left alone.
 */
export async function fillDemo(platform: AppPlatform, workspaceId: string): Promise<void> {
  const steps = createSteps(platform);
  const knowledgeBaseId = await steps.once('knowledge base', async () => {
    const { id } = await createKnowledgeBase(platform, workspaceId, KnowledgeBaseCreate.parse(demoKnowledgeBase));
    return id;
  });
  const documents = await steps.once('documents', async () => {
    const ids: string[] = [];
    for (const guide of await listGuides()) {
      const name = `${guide.name}.md`;
      const text = await readFile(new URL(name, guides), 'utf8');
      // Sources are shown by their title, and lead to the passage in the guide.
      const about = { title: guide.title, url: `${platform.publicUrl}/docs/${guide.name}` };
      const { document } = await addDocument(platform, workspaceId, knowledgeBaseId, { name, text, ...about });
      ids.push(document.id);
    }
    return ids.join(',');
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
  await fillStarterPersonas(platform, workspaceId);
  if (platform.config.role === 'all') {
    await steps.once('documents read', async () => {
      await waitUntilRead(platform, workspaceId, knowledgeBaseId, documents.split(','));
      return 'yes';
    });
  }
}

/** The first visitor may ask immediately, so the first start waits briefly until the guides are searchable. */
async function waitUntilRead(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  documents: readonly string[],
): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (const id of documents) {
    for (;;) {
      const { status } = await getDocument(platform, workspaceId, knowledgeBaseId, id);
      if (status === 'ready' || status === 'failed' || Date.now() > end) break;
      await wait(50);
    }
  }
}

function createSteps({ database: { sql } }: Platform) {
  return {
    /** Runs a step the first time and returns its stored result from then on. */
    async once(step: (typeof demoSteps)[number], make: () => Promise<string>): Promise<string> {
      const name = `demo ${step}`;
      const [known] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = ${name}`;
      if (known !== undefined) return known.value;
      const value = await make();
      await sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`;
      return value;
    },
  };
}
