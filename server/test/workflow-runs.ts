import { expect } from 'vitest';
import { call, type Endpoint, eventually, type ReceivedEvent } from './client.ts';

/** Functions for tests of workflows over HTTP: save one, execute it, wait for its end. */
export function workflowRuns(current: () => Endpoint) {
  async function save(definition: object, extra: object = {}): Promise<string> {
    const { status, body } = await call(current(), 'POST', '/api/v1/workflows', {
      body: { name: 'Test', definition, ...extra },
    });
    expect(body.error?.details ?? status).toBe(201);
    return body.data.id;
  }

  async function execute(workflowId: string, inputs: object = {}): Promise<string> {
    const answer = await call(current(), 'POST', `/api/v1/workflows/${workflowId}/execute`, { body: { inputs } });
    expect(answer.body.error ?? answer.status).toBe(202);
    return answer.body.data.execution_id;
  }

  const get = async (id: string) => (await call(current(), 'GET', `/api/v1/executions/${id}`)).body.data;

  const nodes = async (id: string) =>
    (await call(current(), 'GET', `/api/v1/executions/${id}/nodes?per_page=100`)).body.data;

  /** The execution once it has that status, or any of the end states. */
  async function reached(id: string, ...statuses: string[]) {
    const wanted = statuses.length > 0 ? statuses : ['completed', 'failed', 'cancelled'];
    return eventually(async () => {
      const execution = await get(id);
      return wanted.includes(execution.status) ? execution : undefined;
    });
  }

  async function run(definition: object, inputs: object = {}, extra: object = {}) {
    return reached(await execute(await save(definition, extra), inputs));
  }

  return { save, execute, get, nodes, reached, run };
}

/** A node that outputs a text. */
export const text = (id: string, value: string, extra: object = {}) => ({
  id,
  type: 'template',
  config: { text: value },
  ...extra,
});

/** An edge between nodes; `on` names a branch. */
export const edge = (from: string, to: string, on?: string) => ({ from, to, ...(on === undefined ? {} : { on }) });

export const eventNames = (events: ReceivedEvent[]) => events.map(({ event }) => event);
