import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from './chat-interfaces.ts';
import { serveCrawledSite, writePage } from './crawled-site.ts';
import { fillRuns } from './fill-harbour-runs.ts';
import type { RunningServer } from './server.ts';

/** Ids of the data in the screenshots. */
export type Harbour = Record<
  | 'agent'
  | 'base'
  | 'document'
  | 'source'
  | 'chat'
  | 'form'
  | 'conversation'
  | 'question'
  | 'workflow'
  | 'failed'
  | 'waiting'
  | 'task',
  string
> & { stop: () => Promise<void> };

const paths = ['/', '/guide/berths', '/guide/tides', '/guide/fuel', '/news/regatta', '/news/party', '/staff', '/old'];

/** Fills a workspace with a small harbour's site, agent, chat and visitors. */
export async function fillHarbour(server: RunningServer): Promise<Harbour> {
  const api = async <Data>(method: string, path: string, body?: object) => callApi<Data>(server, method, path, body);
  const create = async (path: string, body: object) => (await api<{ id: string }>('POST', path, body)).id;
  await api('PATCH', '/workspace', { name: 'Harbour office', timezone: 'Europe/Berlin' });
  const site = await serveCrawledSite({
    '/': writePage('Harbour', '<p>The harbour office welcomes every guest of the bay.</p>', paths),
    '/guide/berths': writePage(
      'Berths and prices',
      '<p>Every berth has water and electricity.</p><h2>Prices</h2><p>A berth of twelve metres costs thirty-two euros for each night.</p>',
      paths,
    ),
    '/guide/tides': writePage('Tides', '<p>The tide in the bay rises four metres in spring.</p>', paths),
    '/guide/fuel': writePage('Fuel', '<p>Diesel is sold at the east pier from eight until six.</p>', paths),
    '/news/regatta': writePage('The regatta', '<p>Eighty boats raced around the lighthouse in June.</p>', paths),
    '/news/party': writePage('The summer party', '<p>The brass band played until midnight.</p>', paths),
    '/staff':
      '<!doctype html><html lang="en"><head><meta name="robots" content="noindex"><title>Staff</title></head><body><p>Staff only.</p></body></html>',
  });
  const base = await create('/knowledge-bases', { name: 'Harbour guide' });
  const document = await create(`/knowledge-bases/${base}/documents`, {
    name: 'Opening hours',
    text: '# Opening hours\n\nThe harbour office is open from seven in the morning until nine in the evening.\n\n## In winter\n\nFrom November until March it closes at five.',
  });
  const source = await create(`/knowledge-bases/${base}/sources`, { type: 'website', url: site.url, refresh: 'daily' });
  const isIdle = async () =>
    (await api<{ status: string }>('GET', `/knowledge-bases/${base}/sources/${source}`)).status !== 'syncing';
  while (!(await isIdle())) await sleep(250);

  const agent = await create('/agents', {
    name: 'Harbour guide',
    system_prompt: 'You help the guests of the harbour office.\nBe brief.',
    knowledge_base_ids: [base],
  });
  await api('PATCH', `/agents/${agent}`, {
    system_prompt: 'You help the guests of the harbour office.\nBe brief and kind.\nName the place, like “east pier”.',
  });
  const chat = await create('/chat-interfaces', {
    name: 'Harbour chat',
    slug: 'harbour',
    agent_id: agent,
    branding: { primary_color: '#0b6e4f' },
    behaviour: {
      subtitle: 'We usually answer at once',
      welcome_message: 'Hello! Ask me about berths, prices and opening hours.',
      suggested_prompts: ['What does a berth cost?', 'When are you open?'],
    },
    handover: { enabled: true },
    texts: { de: { title: 'Frag den Hafen' } },
    proactive: [{ message: 'Looking for a berth?', url_pattern: '/prices', after_seconds: 10 }],
    limits: { daily_credits: 500 },
  });
  const form = (await api<{ id: string }[]>('GET', '/form-interfaces'))[0]?.id ?? '';
  await create('/saved-replies', { name: 'Hours', shortcut: 'hours', content: 'We are here from seven until nine.' });
  const visitor = await visit(server);
  await visitor.say('What does a berth of twelve metres cost?');
  await visitor.say('Do you rent out folding bicycles to sailors?');
  await visitor.handOver('I would like to pay by invoice');
  for (const question of [
    'What does a berth of twelve metres cost?',
    'Where is diesel sold?',
    'How high is the tide in spring?',
  ]) {
    await (await visit(server)).say(question);
  }
  for (const question of ['Do you rent folding bicycles?', 'Is there a sauna near the pier?']) {
    await (await visit(server)).say(question);
  }
  const conversations = await api<{ id: string }[]>('GET', '/conversations?status=waiting');
  let questions: { id: string }[] = [];
  while (questions.length < 2) {
    await sleep(250);
    questions = await api<{ id: string }[]>('GET', '/insights/questions');
  }
  return {
    ...(await fillRuns(server, base, site.url)),
    agent,
    base,
    document,
    source,
    chat,
    form,
    conversation: conversations[0]?.id ?? '',
    question: questions[0]?.id ?? '',
    stop: site.stop,
  };
}

/** Opens a session of the harbour's chat as a visitor does. */
async function visit({ url }: RunningServer) {
  const post = async <Data>(path: string, token: string | null, body: object): Promise<Data> => {
    const response = await fetch(`${url}/api/public/chat-interfaces/harbour${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const { id, token } = await post<{ id: string; token: string }>('/sessions', null, {});
  return {
    say: async (content: string) => post(`/sessions/${id}/messages`, token, { content }),
    handOver: async (reason: string) => post(`/sessions/${id}/handover`, token, { reason }),
  };
}
