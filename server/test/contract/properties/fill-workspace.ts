import { call, eventually, type Endpoint } from '../../client.ts';

/** The existing resources on the server: identifiers by resource, and the tokens that replace a key. */
export interface FilledWorkspace {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly sessionToken: string;
  readonly linkToken: string;
  readonly hookSecret: string;
}

const definition = {
  nodes: [
    { id: 'a', type: 'template', config: { text: 'Hello {{ inputs.name }}' } },
    { id: 'ask', type: 'approval', config: { title: 'Go on?' } },
  ],
  edges: [{ from: 'a', to: 'ask' }],
  outputs: { text: '{{ nodes.a.outputs.text }}' },
};

/** Creates a few of each resource, so that random requests find something. */
export async function fillWorkspace(server: Endpoint): Promise<FilledWorkspace> {
  const create = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await call(server, 'POST', path, { body });
    if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const upload = async (path: string, name: string): Promise<Record<string, string>> => {
    const form = new FormData();
    form.set('file', new Blob(['Portico is a covered entrance.']), name);
    return (await call(server, 'POST', path, { form })).body.data;
  };
  const idOf = async (path: string, body: object): Promise<string> => (await create(path, body))['id'] ?? '';
  const thrice = async (make: () => Promise<string>): Promise<string[]> => [await make(), await make(), await make()];

  const agents = await thrice(async () => idOf('/api/v1/agents', { name: 'Guide' }));
  const [agent = ''] = agents;
  const workflows = await thrice(async () => idOf('/api/v1/workflows', { name: 'Greet', definition }));
  const [workflow = ''] = workflows;
  const bases = await thrice(async () => idOf('/api/v1/knowledge-bases', { name: 'Handbook' }));
  const documents = await thrice(async () =>
    idOf(`/api/v1/knowledge-bases/${bases[0]}/documents`, { name: 'Page', text: `A page. ${Math.random()}` }),
  );
  const threads = await thrice(async () => idOf(`/api/v1/agents/${agent}/threads`, {}));
  const messages = await thrice(async () => idOf(`/api/v1/threads/${threads[0]}/messages`, { content: 'Hello' }));
  const executions = await thrice(async () => {
    const { execution_id: id = '' } = await create(`/api/v1/workflows/${workflow}/execute`, {});
    return id;
  });
  const hook = { name: 'Hook', workflow_id: workflow, type: 'webhook' };
  const firstHook = await call(server, 'POST', '/api/v1/triggers', { body: hook });
  const triggers = await thrice(async () => idOf('/api/v1/triggers', hook));
  const webhooks = await thrice(async () => idOf('/api/v1/webhooks', { url: 'http://127.0.0.1:9/' }));
  const { delivery_id: delivery = '' } = await create(`/api/v1/webhooks/${webhooks[0]}/test`, {});
  const slug = `fuzz-${Math.random().toString(36).slice(2)}`;
  await create('/api/v1/chat-interfaces', { name: 'Chat', slug, agent_id: agent });
  const formFields = { target_type: 'workflow', workflow_id: workflow, allow_file_upload: true, allow_url_input: true };
  await create('/api/v1/form-interfaces', { title: 'Form', slug, max_files: 50, ...formFields });
  // Changed and deleted resources are separate from those that visitors use.
  const chats = await thrice(async () => idOf('/api/v1/chat-interfaces', { name: 'Chat', agent_id: agent }));
  const forms = await thrice(async () => idOf('/api/v1/form-interfaces', { title: 'Form', ...formFields }));
  const session = await create(`/api/public/chat-interfaces/${slug}/sessions`, {});
  const answer = await create(`/api/public/chat-interfaces/${slug}/sessions`, { visitorId: 'vis_x' });
  const submission = await idOf(`/api/public/form-interfaces/${slug}/submissions`, { message: 'Hello' });
  const uploads = await upload(`/api/public/form-interfaces/${slug}/upload`, 'a.txt');
  const files = await thrice(async () => (await upload('/api/v1/files', 'b.txt'))['id'] ?? '');
  const persona = await idOf('/api/personas', {
    name: 'Researcher',
    category: 'Research',
    autonomyLevel: 'approve_all',
    sopSteps: ['Look', 'Write'],
    deliverables: [{ name: 'Report', type: 'markdown', guaranteed: true }],
  });
  const task = await create(`/api/personas/${persona}/instances`, { taskTitle: 'Study' });
  const keys = await thrice(async () => idOf('/api/v1/api-keys', { name: 'k', scopes: ['agents:read'] }));
  const approvals = await eventually(async () => {
    const { body } = await call(server, 'GET', `/api/personas/instances/${task['id']}`);
    const found = body.data.approvals as { id: string }[];
    return found.length === 0 ? undefined : found.map(({ id }) => id);
  });
  return {
    hookSecret: String(firstHook.body.data.webhook.secret),
    sessionToken: session['token'] ?? '',
    linkToken: /token=([^&]+)/.exec(task['link'] ?? '')?.[1] ?? (task['link'] ?? '').split('#').at(-1) ?? '',
    ids: {
      agent: agents,
      workflow: workflows,
      'knowledge base': bases,
      document: documents,
      thread: threads,
      message: messages,
      execution: executions,
      approval: ['ask', ...approvals],
      trigger: triggers,
      hook: [String(firstHook.body.data.id)],
      webhook: webhooks,
      delivery: [delivery],
      'chat interface': chats,
      'form interface': forms,
      'chat interface slug': [slug],
      'form interface slug': [slug],
      'chat session': [session['id'] ?? ''],
      submission: [submission],
      upload: [uploads['fileRef'] ?? ''],
      file: files,
      persona: [persona],
      'persona instance': [task['id'] ?? ''],
      deliverable: ['dlb_none'],
      'api key': keys,
      'API key': keys,
      visitor: [answer['visitorId'] ?? ''],
    },
  };
}
