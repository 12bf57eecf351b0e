import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from './chat-interfaces.ts';
import type { RunningServer } from './server.ts';

const definition = {
  nodes: [
    {
      id: 'prices',
      type: 'knowledge_query',
      name: 'Look up the price',
      config: { knowledge_base_id: '', query: 'Price of a berth of {{ inputs.metres }} metres' },
    },
    { id: 'long', type: 'condition', name: 'Longer than 15 metres?', config: { if: 'inputs.metres > 15' } },
    {
      id: 'ask',
      type: 'approval',
      name: 'Ask the harbour master',
      config: {
        title: 'A berth of {{ inputs.metres }} metres for {{ inputs.boat }}?',
        description: 'Only the outer pier has room for longer boats.',
      },
    },
    {
      id: 'confirm',
      type: 'template',
      name: 'Confirm the berth',
      config: { text: 'Welcome, {{ inputs.boat }}! {{ nodes.prices.outputs.text }}' },
    },
    {
      id: 'decline',
      type: 'template',
      name: 'Suggest another day',
      config: { text: 'We have no berth for {{ inputs.boat }} on this day.' },
    },
    {
      id: 'book',
      type: 'http_request',
      name: 'Book the berth',
      config: { url: '', method: 'POST', body: { boat: '{{ inputs.boat }}' } },
    },
  ],
  edges: [
    { from: 'prices', to: 'long' },
    { from: 'long', to: 'ask', on: 'true' },
    { from: 'long', to: 'confirm', on: 'false' },
    { from: 'ask', to: 'confirm', on: 'approved' },
    { from: 'ask', to: 'decline', on: 'rejected' },
    { from: 'confirm', to: 'book' },
  ],
  outputs: { message: '{{ nodes.confirm.outputs.text }}' },
};

/** A workflow with an execution that waits and one that failed, and a task of a persona that needs a decision. */
export async function fillRuns(server: RunningServer, base: string, site: string) {
  const create = async (path: string, body: object) => (await callApi<{ id: string }>(server, 'POST', path, body)).id;
  const workflow = await create('/workflows', {
    name: 'Berth requests',
    description: 'Checks a request, asks if the boat is long, and books the berth.',
    input_schema: {
      type: 'object',
      properties: { boat: { type: 'string', title: 'Boat' }, metres: { type: 'number', title: 'Length in metres' } },
      required: ['boat', 'metres'],
    },
    definition: {
      ...definition,
      nodes: definition.nodes.map((node) => {
        if (node.id === 'prices') return { ...node, config: { ...node.config, knowledge_base_id: base } };
        return node.id === 'book' ? { ...node, config: { ...node.config, url: new URL('/book', site).href } } : node;
      }),
    },
  });
  const run = async (inputs: object, status: string) => {
    const path = `/workflows/${workflow}/execute`;
    const { execution_id: id } = await callApi<{ execution_id: string }>(server, 'POST', path, { inputs });
    while ((await callApi<{ status: string }>(server, 'GET', `/executions/${id}`)).status !== status) await sleep(250);
    return id;
  };
  const failed = await run({ boat: 'Sea Otter', metres: 9 }, 'failed');
  const waiting = await run({ boat: 'Grey Heron', metres: 18 }, 'waiting');
  return { workflow, failed, waiting, task: await startTask(server) };
}

async function startTask(server: RunningServer): Promise<string> {
  const { id: persona } = await callApi<{ id: string }>(server, 'POST', '/api/personas', {
    name: 'Season planner',
    category: 'Operations',
    description: 'Plans the next season from last year’s notes.',
    autonomyLevel: 'approve_all',
    sopSteps: ['Collect the notes of last season', 'Compare the months', 'Write the plan'],
    inputFields: [{ name: 'season', label: 'Which season?', type: 'text', required: true }],
    deliverables: [{ name: 'Season plan', type: 'markdown', guaranteed: true }],
  });
  const body = { taskTitle: 'Plan of the summer', structuredInputs: { season: 'Summer 2027' } };
  const { id: task } = await callApi<{ id: string }>(server, 'POST', `/api/personas/${persona}/instances`, body);
  const path = `/api/personas/instances/${task}`;
  while ((await callApi<{ status: string }>(server, 'GET', path)).status !== 'awaiting_approval') await sleep(250);
  return task;
}
