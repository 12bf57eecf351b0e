import { setTimeout as wait } from 'node:timers/promises';
import { ChatInterfaceCreate, FormInterfaceCreate, AgentCreate, KnowledgeBaseCreate } from '@portico/shared-types';
import { createAgent } from '../../features/agents/index.ts';
import { createChatInterface } from '../../features/chat-interfaces/index.ts';
import { createFormInterface } from '../../features/form-interfaces/index.ts';
import {
  addTexts,
  countDocumentsByStatus,
  createKnowledgeBase,
  holdSearches,
} from '../../features/knowledge-bases/index.ts';
import { fillStarterPersonas } from '../../features/personas/index.ts';
import { createWorkflow } from '../../features/workflows/index.ts';
import { prepareChecks } from '../../platform/json-schema/prepare-checks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AppPlatform } from '../compose.ts';
import { docsFolder, listGuides, readDocsFile } from '../pages/docs-pages.ts';
import { createTogether } from './create-together.ts';
import { demoAgent, demoChat, demoForm, demoKnowledgeBase, demoSteps, demoWorkflow } from './demo-content.ts';

const timeoutMs = 20_000;
const pollMs = 50;

type DemoStep = (typeof demoSteps)[number];

/**
 * Fills the demo on a first start: a knowledge base of the guides, an agent that uses it, the chat interface `demo`, a
 * workflow that summarises, the form `demo-form`. Each step is recorded in its own transaction, so an interrupted start
 * continues where it stopped, and several processes that start at the same time fill it once; anything that a person has
 * changed or deleted since then is left alone. Called before the workers start, which then read the guides while the
 * server already serves. Until they are read, questions to them wait, so that the first visitor gets the same answer as
 * any other. With DEMO=false, a first start records every step without creating anything but the personas that each
 * workspace begins with.
 */
export async function fillDemo(platform: AppPlatform, workspaceId: string): Promise<void> {
  const { hasDemo } = platform.config;
  const steps = await readSteps(platform);
  await createTogether(platform, async (joined) => {
    await fillStarterPersonas(joined, workspaceId);
    if (!hasDemo) await steps.leaveOut(joined);
  });
  if (!hasDemo) return;
  if (!steps.isDone('workflow')) prepareCheck(platform, workspaceId);
  const knowledgeBaseId = await steps.once('knowledge base', async (joined) => {
    const { id } = await createKnowledgeBase(joined, workspaceId, KnowledgeBaseCreate.parse(demoKnowledgeBase));
    return id;
  });
  await steps.once('documents', async (joined) => {
    const texts = await readGuides(platform.publicUrl);
    return (await addTexts(joined, workspaceId, knowledgeBaseId, texts)).join(',');
  });
  await createRest(workspaceId, knowledgeBaseId, steps);
  if (platform.config.role !== 'all' || steps.isDone('documents read')) return;
  const reading = waitUntilRead(platform, workspaceId, knowledgeBaseId)
    .then(async () => steps.record('documents read', 'yes'))
    .catch((error: unknown) => {
      // The next start waits for them again.
      if (!platform.stopping.aborted) platform.log.warn({ err: error }, 'the guides of the demo are not read yet');
    });
  holdSearches(workspaceId, knowledgeBaseId, reading);
}

/** Prepares the check of the workflow, while this process creates the rest. */
function prepareCheck({ sandboxes, log }: Platform, workspaceId: string): void {
  prepareChecks(sandboxes.expressions, workspaceId).catch((error: unknown) =>
    log.warn({ err: error }, 'a process for the demo was not prepared'),
  );
}

/** The guides; sources are shown by their title, and lead to the passage in the guide. */
async function readGuides(publicUrl: string): Promise<{ name: string; text: string; title: string; url: string }[]> {
  return Promise.all(
    (await listGuides()).map(async ({ name, title }) => {
      const text = await readDocsFile(new URL(`${name}.md`, docsFolder), publicUrl);
      return { name: `${name}.md`, text, title, url: `${publicUrl}/docs/${name}` };
    }),
  );
}

async function createRest(workspaceId: string, knowledgeBaseId: string, steps: Steps): Promise<void> {
  const agentId = await steps.once('agent', async (joined) => {
    const agent = AgentCreate.parse({ ...demoAgent, knowledge_base_ids: [knowledgeBaseId] });
    return (await createAgent(joined, workspaceId, agent)).id;
  });
  await steps.once('chat interface', async (joined) => {
    const chat = ChatInterfaceCreate.parse({ ...demoChat, agent_id: agentId });
    return (await createChatInterface(joined, workspaceId, chat)).id;
  });
  const workflowId = await steps.once('workflow', async (joined) => {
    return (await createWorkflow(joined, workspaceId, demoWorkflow)).id;
  });
  await steps.once('form interface', async (joined) => {
    const form = FormInterfaceCreate.parse({ ...demoForm, target_type: 'workflow', workflow_id: workflowId });
    return (await createFormInterface(joined, workspaceId, form)).id;
  });
}

async function waitUntilRead(platform: Platform, workspaceId: string, knowledgeBaseId: string): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const counts = await countDocumentsByStatus(platform.database.sql, workspaceId, [knowledgeBaseId]);
    const unread = (counts.queued ?? 0) + (counts.processing ?? 0);
    if (unread === 0 || Date.now() > end) return;
    await wait(pollMs, undefined, { signal: platform.stopping });
  }
}

type Steps = Awaited<ReturnType<typeof readSteps>>;

async function readSteps(platform: AppPlatform) {
  const nameOf = (step: DemoStep): string => `demo ${step}`;
  const read = async ({ database: { sql } }: Platform, names: readonly DemoStep[]) =>
    sql<{ name: string; value: string }[]>`SELECT name, value FROM settings WHERE name = ANY(${names.map(nameOf)})`;
  const write = async ({ database: { sql } }: Platform, step: DemoStep, value: string) =>
    sql`INSERT INTO settings (name, value) VALUES (${nameOf(step)}, ${value}) ON CONFLICT (name) DO NOTHING`;
  const known = new Map((await read(platform, demoSteps)).map(({ name, value }) => [name, value]));
  return {
    /** Whether the step was recorded before this start. */
    isDone: (step: DemoStep): boolean => known.has(nameOf(step)),
    async record(step: DemoStep, value: string): Promise<void> {
      await write(platform, step, value);
    },
    /** Records every step as done, with no result. */
    async leaveOut(joined: AppPlatform): Promise<void> {
      for (const step of demoSteps) await write(joined, step, '');
    },
    /** Runs a step the first time and returns its stored result from then on. */
    async once(step: DemoStep, make: (joined: AppPlatform) => Promise<string>): Promise<string> {
      const value = known.get(nameOf(step));
      if (value !== undefined) return value;
      return createTogether(platform, async (joined) => {
        // Another process may have recorded it in the meantime.
        const [recorded] = await read(joined, [step]);
        if (recorded !== undefined) return recorded.value;
        const made = await make(joined);
        await write(joined, step, made);
        return made;
      });
    },
  };
}
