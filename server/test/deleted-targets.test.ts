import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type TestAnswer } from './client.ts';
import { creatorOn } from './create-resource.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';
import { untilBlocked } from './until-blocked.ts';

/*
 * What is stored names nothing that is deleted at the same moment. The embedded database has one connection, so its
 * transactions run one after the other.
 */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('at the same moment', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => server.close());

  const create = creatorOn(() => server);

  const node = { id: 'end', type: 'template', config: { text: 'Done' } };
  const flow = (node: object) => ({ nodes: [node], edges: [] });
  const targets = {
    agent: {
      make: async () => create('/api/v1/agents', { name: 'Guide' }),
      path: '/api/v1/agents',
      table: 'agents',
    },
    'knowledge base': {
      make: async () => create('/api/v1/knowledge-bases', { name: 'Base' }),
      path: '/api/v1/knowledge-bases',
      table: 'knowledge_bases',
    },
    workflow: {
      make: async () => create('/api/v1/workflows', { name: 'Flow', definition: flow(node) }),
      path: '/api/v1/workflows',
      table: 'workflows',
    },
  } as const;
  type Resource = keyof typeof targets;

  /** Starts a request while a deletion of the target is about to commit. */
  async function sendDuringDeletion(resource: Resource, id: string, send: () => Promise<TestAnswer>) {
    const { table } = targets[resource];
    const { sent } = await server.platform.database.transaction(async (tx) => {
      await tx`SELECT 1 FROM ${tx(table)} WHERE id = ${id} FOR UPDATE`;
      const sent = send();
      await untilBlocked(tx);
      if (resource === 'workflow') await tx`UPDATE workflows SET deleted_at = now() WHERE id = ${id}`;
      else await tx`DELETE FROM ${tx(table)} WHERE id = ${id}`;
      return { sent };
    });
    return sent;
  }

  const knowledgeTool = (id: string) => ({
    type: 'knowledge',
    name: 'look_up',
    description: 'Looks it up',
    knowledge_base_id: id,
  });
  const workflowTool = (id: string) => ({ type: 'workflow', name: 'run', description: 'Runs it', workflow_id: id });
  const persona = { name: 'Researcher', category: 'Research', sopSteps: ['Collect'], autonomyLevel: 'full_auto' };

  /** Each kind of reference: where it is stored, the fields without it, those with it, and the path of the fault. */
  const references: readonly [
    where: string,
    resource: Resource,
    collection: string,
    rest: () => object | Promise<object>,
    fields: (id: string) => object,
    fault: string,
  ][] = [
    [
      'a form',
      'workflow',
      '/api/v1/form-interfaces',
      async () => ({ title: 'Form', target_type: 'agent', agent_id: await targets.agent.make() }),
      (id) => ({ target_type: 'workflow', workflow_id: id }),
      'body.workflow_id',
    ],
    [
      'a form',
      'agent',
      '/api/v1/form-interfaces',
      async () => ({ title: 'Form', target_type: 'workflow', workflow_id: await targets.workflow.make() }),
      (id) => ({ target_type: 'agent', agent_id: id }),
      'body.agent_id',
    ],
    [
      'a chat',
      'agent',
      '/api/v1/chat-interfaces',
      async () => ({ name: 'Chat', agent_id: await targets.agent.make() }),
      (id) => ({ agent_id: id }),
      'body.agent_id',
    ],
    [
      'an agent',
      'knowledge base',
      '/api/v1/agents',
      () => ({ name: 'Guide' }),
      (id) => ({ knowledge_base_ids: [id] }),
      'body.knowledge_base_ids[0]',
    ],
    [
      'the tool of an agent',
      'knowledge base',
      '/api/v1/agents',
      () => ({ name: 'Guide' }),
      (id) => ({ tools: [knowledgeTool(id)] }),
      'body.tools[0].knowledge_base_id',
    ],
    [
      'the tool of an agent',
      'workflow',
      '/api/v1/agents',
      () => ({ name: 'Guide' }),
      (id) => ({ tools: [workflowTool(id)] }),
      'body.tools[0].workflow_id',
    ],
    ['a persona', 'agent', '/api/personas', () => persona, (id) => ({ agentId: id }), 'body.agentId'],
    [
      'the tool of a persona',
      'knowledge base',
      '/api/personas',
      () => persona,
      (id) => ({ tools: [knowledgeTool(id)] }),
      'body.tools[0].knowledge_base_id',
    ],
    [
      'the integration of a persona',
      'workflow',
      '/api/personas',
      () => persona,
      (id) => ({ integrations: [workflowTool(id)] }),
      'body.integrations[0].workflow_id',
    ],
    [
      'a workflow',
      'agent',
      '/api/v1/workflows',
      () => ({ name: 'Flow', definition: flow(node) }),
      (id) => ({ definition: flow({ id: 'ask', type: 'agent', config: { agent_id: id, message: 'Hi' } }) }),
      'body.definition.nodes[0].config.agent_id',
    ],
    [
      'a trigger',
      'workflow',
      '/api/v1/triggers',
      async () => ({ name: 'Hook', type: 'webhook', workflow_id: await targets.workflow.make() }),
      (id) => ({ workflow_id: id }),
      'body.workflow_id',
    ],
  ];

  test.each(references)(
    '%s can’t name the %s that is being deleted',
    async (_, resource, path, rest, fields, fault) => {
      const { make } = targets[resource];
      const body = await rest();
      const refused = { status: 400, body: { error: { details: { fields: [{ path: fault }] } } } };
      const created = await make();
      const creation = await sendDuringDeletion(resource, created, async () =>
        call(server, 'POST', path, { body: { ...body, ...fields(created) } }),
      );
      expect(creation).toMatchObject(refused);
      const id = await create(path, body);
      const named = await make();
      const change = await sendDuringDeletion(resource, named, async () =>
        call(server, 'PATCH', `${path}/${id}`, { body: fields(named) }),
      );
      expect(change).toMatchObject(refused);
    },
  );

  test.each(Object.keys(targets) as Resource[])('the deletion of the %s waits for what names it', async (resource) => {
    const { make, path, table } = targets[resource];
    const id = await make();
    const agent = await targets.agent.make();
    const form = await create('/api/v1/form-interfaces', { title: 'Form', target_type: 'agent', agent_id: agent });
    const { deleted } = await server.platform.database.transaction(async (tx) => {
      // What a foreign key does, and everything that stores a reference.
      await tx`SELECT 1 FROM ${tx(table)} WHERE id = ${id} FOR KEY SHARE`;
      const deleted = call(server, 'DELETE', `${path}/${id}`);
      await untilBlocked(tx);
      if (resource === 'knowledge base') {
        await tx`UPDATE agents SET knowledge_base_ids = ${[id]} WHERE id = ${agent}`;
      } else {
        const column = resource === 'agent' ? 'agent_id' : 'workflow_id';
        await tx`UPDATE form_interfaces SET ${tx(column)} = ${id} WHERE id = ${form}`;
      }
      return { deleted };
    });
    expect((await deleted).status).toBe(400);
    expect((await call(server, 'GET', `${path}/${id}`)).status).toBe(200);
  });
});
