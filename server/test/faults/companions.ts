import assert from 'node:assert/strict';
import { call, eventually } from '../client.ts';
import { startModelServer, type ModelServer } from '../model-server/start-model-server.ts';
import { makePersona, startTask } from '../persona-tasks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import type { Fleet } from './open-fleet.ts';
import { saveWorkflow } from './runs.ts';
import { tenNodes } from './workflows.ts';

/** Milliseconds after which work that isn't an execution counts as stuck. */
const timeoutMs = 120_000;

/** The outside world of everything that an installation does besides executions. */
export interface Surroundings {
  readonly models: ModelServer;
  readonly receiver: WebhookReceiver;
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

export async function startSurroundings(): Promise<Surroundings> {
  const models = await startModelServer();
  models.always({ text: ['A ', 'word ', 'and ', 'another.'], tokenDelayMs: 60 });
  const receiver = await startWebhookReceiver();
  return {
    models,
    receiver,
    environment: {
      OPENAI_BASE_URL: models.url,
      OPENAI_API_KEY: 'key',
      DEFAULT_MODEL: 'double',
      OUTBOUND_ALLOW: receiver.host,
    },
    async close() {
      await models.close();
      await receiver.close();
    },
  };
}

/** Replies, submissions, deliveries and persona tasks that run while a fault strikes. */
export interface Companions {
  /** Begins `count` of each kind. */
  begin(count: number): Promise<void>;
  /** Waits until all of it has ended well, each event was delivered, and returns how much that was. */
  check(): Promise<number>;
}

interface Work {
  readonly what: string;
  find(): Promise<{ status: string; error?: unknown }>;
}

/** Makes an agent, a form, a persona and a webhook to work with. */
export async function openCompanions(fleet: Fleet, { receiver }: Surroundings): Promise<Companions> {
  const post = async (path: string, body: object, key?: null) => {
    const answer = await call(fleet.web(), 'POST', path, { body, ...(key === null ? { key } : {}) });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const get = async (path: string, key?: null) =>
    (await call(fleet.web(), 'GET', path, key === null ? { key } : {})).body.data;
  const agent = await post('/api/v1/agents', { name: 'Guide' });
  const workflowId = await saveWorkflow(fleet.web(), {
    ...tenNodes,
    definition: {
      nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Say a word.' } }],
      outputs: { output: '{{ nodes.say.outputs.text }}' },
    },
  });
  const target = { title: 'Ask', target_type: 'workflow', workflow_id: workflowId };
  const { slug } = await post('/api/v1/form-interfaces', target);
  const submissions = `/api/public/form-interfaces/${slug}/submissions`;
  const persona = await makePersona(fleet.web(), { sopSteps: ['Say it'] });
  const types = ['message.created', 'form.completed', 'persona.completed'];
  const webhook = await post('/api/v1/webhooks', { url: `${receiver.url}/told`, event_types: types });
  let work: Work[] = [];

  const beginReply = async (): Promise<Work> => {
    const { id } = await post(`/api/v1/agents/${agent.id}/threads`, {});
    const path = `/api/v1/threads/${id}/messages`;
    // Nobody waits for it; what it comes to is in its thread.
    call(fleet.web(), 'POST', path, { body: { content: 'Hello' } }).catch(() => undefined);
    await eventually(async () => ((await get(path))?.length === 2 ? true : undefined), timeoutMs);
    return { what: `reply in ${id}`, find: async () => (await get(path))[1] };
  };
  const beginSubmission = async (): Promise<Work> => {
    const { id } = await post(submissions, { message: 'Hello' }, null);
    return {
      what: `submission ${id}`,
      find: async () => {
        const { executionStatus: status, error } = await get(`${submissions}/${id}`, null);
        return { status, error };
      },
    };
  };
  const beginTask = async (): Promise<Work> => {
    const { id } = await startTask(fleet.web(), persona.id);
    return { what: `task ${id}`, find: async () => get(`/api/personas/instances/${id}`) };
  };

  return {
    async begin(count) {
      const begun = await Promise.all(
        Array.from({ length: count }, async () => Promise.all([beginReply(), beginSubmission(), beginTask()])),
      );
      work.push(...begun.flat());
    },
    async check() {
      for (const { what, find } of work) {
        const end = await eventually(async () => {
          const seen = await find().catch(() => undefined);
          return ['complete', 'completed', 'failed', 'cancelled'].includes(seen?.status ?? '') ? seen : undefined;
        }, timeoutMs);
        assert.ok(end.status.startsWith('complete'), `${what}: ${end.status} ${JSON.stringify(end.error)}`);
      }
      const checked = work.length;
      work = [];
      // Of each kind one event at the end of each, and of a reply its question's as well.
      await eventually(async () => {
        const deliveries = await get(`/api/v1/webhooks/${webhook.id}/deliveries?per_page=100`);
        return deliveries.every(({ status }: { status: string }) => status === 'success') ? true : undefined;
      }, timeoutMs);
      return checked;
    },
  };
}
