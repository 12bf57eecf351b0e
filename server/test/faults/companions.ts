import assert from 'node:assert/strict';
import { call, eventually } from '../client.ts';
import { startModelServer, type ModelServer } from '../model-server/start-model-server.ts';
import { makePersona, startTask } from '../persona-tasks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import type { Figures } from './campaign.ts';
import { openFleet, type Fleet, type Surround } from './open-fleet.ts';
import { saveWorkflow } from './runs.ts';
import { tenNodes } from './workflows.ts';

/** Milliseconds after which work that isn't an execution counts as stuck. */
const timeoutMs = 120_000;

/** The external services that everything besides executions uses. */
interface Surroundings {
  readonly models: ModelServer;
  readonly receiver: WebhookReceiver;
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

async function startSurroundings(): Promise<Surroundings> {
  const models = await startModelServer();
  models.always({ text: ['A ', 'word ', 'and ', 'another.'], tokenDelayMs: 100 });
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
  /** Starts `count` of each kind. */
  begin(count: number): Promise<void>;
  /** Waits until all of them have completed and their events were delivered. */
  check(): Promise<void>;
  /** Number of replies, submissions and tasks checked so far, and of delivered events. */
  figures(): Figures;
}

interface Work {
  readonly what: string;
  /** A text that each delivery of its events contains, in addition to the type of the event. */
  readonly events: readonly { type: string; text: string; count: number }[];
  find(): Promise<{ status: string; error?: unknown }>;
}

/** A fleet with all kinds of work: companions run beside the executions of a campaign. */
export interface BusyFleet extends Fleet {
  readonly companions: Companions;
}

/** Starts an installation as `openFleet` does, with the external services and resources of its companions. */
export async function openBusyFleet(surround: Surround = async () => ({})): Promise<BusyFleet> {
  const surroundings = await startSurroundings();
  const fleet = await openFleet(async (stores) => ({ ...surroundings.environment, ...(await surround(stores)) }));
  const close = async (): Promise<void> => {
    await fleet.close();
    await surroundings.close();
  };
  try {
    return { ...fleet, close, companions: await openCompanions(fleet, surroundings) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates an agent, a form, a persona and a webhook to work with. */
async function openCompanions(fleet: Fleet, { receiver }: Surroundings): Promise<Companions> {
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
  await post('/api/v1/webhooks', { url: `${receiver.url}/told`, event_types: types });
  let work: Work[] = [];
  let checked = 0;
  let deliveries = 0;

  const beginReply = async (): Promise<Work> => {
    const { id } = await post(`/api/v1/agents/${agent.id}/threads`, {});
    const path = `/api/v1/threads/${id}/messages`;
    // The response is not awaited; the outcome is in the thread.
    call(fleet.web(), 'POST', path, { body: { content: 'Hello' } }).catch(() => undefined);
    await eventually(async () => ((await get(path))?.length === 2 ? true : undefined), timeoutMs);
    return {
      what: `reply in ${id}`,
      events: [{ type: 'message.created', text: id, count: 2 }],
      find: async () => (await get(path))[1],
    };
  };
  const beginSubmission = async (): Promise<Work> => {
    const { id } = await post(submissions, { message: 'Hello' }, null);
    return {
      what: `submission ${id}`,
      events: [{ type: 'form.completed', text: id, count: 1 }],
      find: async () => {
        const { executionStatus: status, error } = await get(`${submissions}/${id}`, null);
        return { status, error };
      },
    };
  };
  const beginTask = async (): Promise<Work> => {
    const { id } = await startTask(fleet.web(), persona.id);
    return {
      what: `task ${id}`,
      events: [{ type: 'persona.completed', text: id, count: 1 }],
      find: async () => get(`/api/personas/instances/${id}`),
    };
  };

  /** Number of different delivered events of a kind; repeated deliveries of one event have the same id. */
  const delivered = ({ type, text }: Work['events'][number]): number => {
    const about = receiver.received.filter((one) => one.text.includes(`"${type}"`) && one.text.includes(text));
    return new Set(about.map(({ headers }) => headers['webhook-id'])).size;
  };

  return {
    async begin(count) {
      const begun = await Promise.all(
        Array.from({ length: count }, async () => Promise.all([beginReply(), beginSubmission(), beginTask()])),
      );
      work.push(...begun.flat());
    },
    async check() {
      for (const { what, events, find } of work) {
        const end = await eventually(async () => {
          const seen = await find().catch(() => undefined);
          return ['complete', 'completed', 'failed', 'cancelled'].includes(seen?.status ?? '') ? seen : undefined;
        }, timeoutMs);
        assert.ok(end.status.startsWith('complete'), `${what}: ${end.status} ${JSON.stringify(end.error)}`);
        for (const event of events) {
          await eventually(async () => (delivered(event) >= event.count ? true : undefined), timeoutMs);
          assert.equal(delivered(event), event.count, `${what}: events ${event.type}`);
          deliveries += event.count;
        }
      }
      checked += work.length;
      work = [];
    },
    figures: () => ({ 'replies, submissions and tasks': checked, deliveries }),
  };
}
