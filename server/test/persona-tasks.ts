import { call, type Endpoint, eventually, readEvents } from './client.ts';
import type { ModelServer } from './model-server/start-model-server.ts';

// Tests read bodies of any shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** Creates a persona with these fields; by default, two steps and no tools. */
export async function makePersona(server: Endpoint, fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await call(server, 'POST', '/api/personas', {
    body: {
      name: 'Researcher',
      category: 'Research',
      model: 'double',
      sopSteps: ['Collect the facts', 'Write them up'],
      autonomyLevel: 'full_auto',
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no persona: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Starts a task of a persona. */
export async function startTask(
  server: Endpoint,
  personaId: string,
  fields: Record<string, unknown> = {},
): Promise<Body> {
  const { status, body } = await call(server, 'POST', `/api/personas/${personaId}/instances`, {
    body: { taskTitle: 'Market study', ...fields },
  });
  if (status !== 201) throw new Error(`no task: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

export async function getTask(server: Endpoint, id: string): Promise<Body> {
  const { body } = await call(server, 'GET', `/api/personas/instances/${id}`);
  return body.data;
}

/** Waits until a task is in a state, or can no longer reach it. */
export async function waitFor(server: Endpoint, id: string, status: string, timeoutMs?: number): Promise<Body> {
  const over = new Set(['completed', 'failed', 'cancelled']);
  return eventually(async () => {
    const task = await getTask(server, id);
    if (task.status !== status && over.has(task.status)) {
      throw new Error(`the task is ${task.status}, not ${status}: ${JSON.stringify(task.error)}`);
    }
    return task.status === status ? task : undefined;
  }, timeoutMs);
}

export async function decideApproval(
  server: Endpoint,
  instanceId: string,
  approvalId: string,
  body: Record<string, unknown>,
): Promise<{ status: number; body: Body }> {
  return call(server, 'POST', `/api/personas/instances/${instanceId}/approvals/${approvalId}`, { body });
}

/** Every event of an ended task, without `connected`. */
export async function eventsOf(
  server: Endpoint,
  id: string,
): Promise<{ id: number | undefined; event: string; data: Body }[]> {
  const events = await readEvents(server, `/api/personas/instances/${id}/events`);
  return events.filter(({ event }) => event !== 'connected');
}

/** The prompt of the n-th model call, as text. */
export function promptOf(model: ModelServer, index: number): string {
  return JSON.stringify(model.calls[index]?.body['messages']);
}

/** A tool that posts the model's arguments to an external server. */
export function sendTool(url: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'http',
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: { properties: { to: { type: 'string' }, text: { type: 'string' } } },
    request: { method: 'POST', url },
    ...fields,
  };
}
