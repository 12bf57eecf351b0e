import { describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRequest, Passage } from '../chat-model.ts';
import { ask, readAnswer } from '../testing.ts';
import { ExtractiveModel } from './extractive-model.ts';

const model = new ExtractiveModel({ wordDelayMs: 0 });

function passage(document_name: string, content: string, score = 0.3): Passage {
  return {
    chunk_id: `chk_${document_name}`,
    document_id: `doc_${document_name}`,
    document_name,
    title: document_name,
    url: null,
    heading: null,
    content,
    score,
  };
}

const passages = [
  passage(
    'getting-started.md',
    `# Getting started

Portico puts AI agents in front of people who have no account. It needs Node 20 and nothing else.

## Install

To start it, run two commands:

\`\`\`sh
npm install
npm start
\`\`\`

The server listens on port 3000.`,
  ),
  passage(
    'webhooks.md',
    `## Deliveries

A failed delivery is tried again seven times, the last time after ten hours. After five days of failures the webhook is disabled.

Each delivery carries three headers:

- webhook-id, the same across retries
- webhook-timestamp, in seconds
- webhook-signature, an HMAC`,
  ),
  passage('limits.md', '| plan | requests a minute |\n|---|---|\n| Free | 60 |\n| Team | 600 |\n'),
];

/** The lines of the quotations without their marks. */
const unquote = (text: string): string => text.replaceAll(/^> ?/gmu, '');

const answer = (content: string, more: Partial<ChatRequest> = {}) => readAnswer(model, { ...ask(content), ...more });

describe('answers from passages', () => {
  it.each([
    ['Do you have parking?', 'I am not sure'],
    ['Is the milk free?', 'Here is what I found'],
    ['And why?', 'Here is what I found'],
  ])('are offered with a caveat if they only have words of the question before: %s', async (question, beginning) => {
    const cakes = passage(
      'allergens.txt',
      'The almond cake is gluten free. Oat milk is available at no extra charge.',
      0.5,
    );
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Is the almond cake gluten free?' },
      { role: 'assistant', content: 'The almond cake is gluten free. [1]' },
      { role: 'user', content: question },
    ];
    const { text } = await readAnswer(model, { ...ask(question), messages, passages: [cakes] });
    expect(text).toContain('> The almond cake is gluten free.');
    expect(text.slice(0, beginning.length)).toBe(beginning);
  });

  it('quote the sentence before too if it has words of the question that the best one lacks', async () => {
    const rules = passage(
      'house-rules.docx',
      '## Dogs\n\nWe love animals. Dogs are welcome on the terrace, on a lead. Inside the café only assistance dogs are allowed.',
    );
    const { text, citations } = await answer('Are dogs allowed on the terrace?', { passages: [rules] });
    const both = 'Dogs are welcome on the terrace, on a lead. Inside the café only assistance dogs are allowed.';
    expect(text).toContain(`> ${both}`);
    expect(text).not.toContain('animals');
    expect(citations[0]?.quote).toBe(both);
  });

  it('quote the best sentences, name the document and cite the passage', async () => {
    const { text, citations, finish } = await answer('How often is a failed delivery tried again?', { passages });
    expect(text).toContain('A failed delivery is tried again seven times, the last time after ten hours.');
    expect(text).toContain('**Webhooks**, under “Deliveries”');
    expect(text).toContain('[1]');
    expect(citations).toHaveLength(1);
    expect(citations[0]).toMatchObject({ chunk_id: 'chk_webhooks.md', document_name: 'webhooks.md', score: 0.3 });
    expect(citations[0]?.quote).toContain('tried again seven times');
    expect(finish).toMatchObject({ reason: 'stop' });
    expect(finish?.usage.total_tokens).toBeGreaterThan(50);
  });

  it.each([
    ['with the code that a sentence announces', 'How do I install and start it?', '```sh\nnpm install\nnpm start\n```'],
    [
      'with the list that a sentence announces',
      'Which headers does a delivery carry?',
      '- webhook-id, the same across retries\n- webhook-timestamp, in seconds\n- webhook-signature, an HMAC',
    ],
    [
      'with the header of a table row',
      'How many requests a minute does the Team plan have?',
      '| plan | requests a minute |\n|---|---|\n| Team | 600 |',
    ],
    [
      'beginning with a definition',
      'What is Portico?',
      'Portico puts AI agents in front of people who have no account.',
    ],
  ])('come %s', async (_, question, expected) => {
    const { text } = await answer(question, { passages });
    expect(unquote(text)).toContain(expected);
    expect(text).toMatch(/^> /mu);
  });

  it.each([
    ['a row of a table', 'How many requests a minute does the Team plan have?', '| Team | 600 |'],
    [
      'an item of a list',
      'Where do I write if my parcel is lost?',
      'parcels@shop.test, if a parcel is lost on its way to you',
    ],
  ])('are cited with %s, not with the text above it', async (_, question, expected) => {
    const contact = passage(
      'contact.md',
      'Write to one of these addresses:\n\n- help@shop.test, for everything else\n- parcels@shop.test, if a parcel is lost on its way to you\n',
      0.6,
    );
    const { citations } = await answer(question, { passages: [...passages, contact] });
    expect(citations[0]?.quote).toContain(expected);
  });

  it('come from the section whose heading is the question, with the command below the next heading like it', async () => {
    const guide = passage(
      'install-on-a-site.md',
      '# Put the widget on your page\n\nAllow the origin of the site first.\n\n## Put the widget on a page of plain HTML\n\nBefore the end of the body:\n\n```html\n<script src="/embed.js"></script>\n```\n',
      0.6,
    );
    const other = passage(
      'shops.md',
      '## Shops\n\nThe script tag of [plain HTML](#put-the-widget-on-a-page-of-plain-html) in the footer of the theme.',
      0.6,
    );
    for (const order of [
      [guide, other],
      [other, guide],
    ]) {
      const { text, citations } = await answer('How do I put the widget on my page?', { passages: order });
      expect(citations[0]?.document_name).toBe('install-on-a-site.md');
      expect(unquote(text)).toContain('Before the end of the body:\n\n```html\n<script src="/embed.js"></script>\n```');
    }
  });

  it('know the heading of each chunk if neighbours form one text', async () => {
    const parts = [
      'Two commands: one for the folder, one to move the data to another database.',
      'It stays as it was.',
    ];
    const [first, second] = ['Back up', 'Back up > Move the data to another database'].map((heading, ordinal) => ({
      ...passage('backup.md', `## ${heading.split(' > ').at(-1) ?? ''}\n\n${parts[ordinal] ?? ''}`, 0.9),
      chunk_id: `chk_${ordinal}`,
      heading,
      ordinal,
    }));
    const passagesInOrder = [second, first].filter((one) => one !== undefined);
    const { citations } = await answer('How do I move the data to another database?', { passages: passagesInOrder });
    expect(citations[0]?.quote).toContain('It stays as it was.');
  });

  it('contain steps with their commands, with every line as a quotation', async () => {
    const content =
      '## Back up the database\n\nDo this every night:\n\n1. Stop the server.\n\n```sh\nsystemctl stop portico\n```\n\n2. Copy the folder.\n\n```sh\ncp -a data backup\n```\n\n3. Start it again.\n\nSee also restoring.';
    const { text } = await answer('How do I back up the database?', { passages: [passage('backup.md', content, 0.9)] });
    const steps = content.slice(content.indexOf('Do this'), content.indexOf('\n\nSee also'));
    expect(unquote(text)).toContain(steps);
    expect(
      text
        .split('\n\n')[1]
        ?.split('\n')
        .every((line) => line.startsWith('>')),
    ).toBe(true);
    const prose =
      '## Install\n\nFirst fetch the packages:\n\n```sh\nnpm install\n```\n\nThen start it:\n\n```sh\nnpm start\n```\n';
    const installed = await answer('How do I install it?', { passages: [passage('install.md', prose, 0.9)] });
    expect(unquote(installed.text)).toContain('npm install\n```\n\nThen start it:\n\n```sh\nnpm start');
  });

  it('continue in the next chunk of a document, and cite the one in which they begin', async () => {
    const first = {
      ...passage('keys.md', '## Rotate a key\n\nDo this:\n\n1. Open the settings.\n2. Choose the key.', 0.9),
      ordinal: 4,
    };
    const second = {
      ...passage('keys.md', '3. Press rotate.\n4. Copy the new key.\n\nOther text.', 0.5),
      chunk_id: 'chk_next',
      ordinal: 5,
    };
    const { text, citations } = await answer('How do I rotate a key?', {
      passages: [second, passages[0] ?? second, first],
    });
    expect(unquote(text)).toContain(
      '1. Open the settings.\n2. Choose the key.\n3. Press rotate.\n4. Copy the new key.',
    );
    expect(citations.map(({ chunk_id: id }) => id)).toEqual(['chk_keys.md']);
  });

  it('quote only text from the passages', async () => {
    const { text } = await answer('How often is a failed delivery tried again?', { passages });
    const quoted = unquote(text)
      .split('\n\n')
      .slice(1)
      .join(' ')
      .replace(/ \[\d+\]/gu, '');
    expect(passages.some(({ content }) => content.includes(quoted.trim()))).toBe(true);
  });

  it('decline politely if nothing is relevant, and cite nothing', async () => {
    const { text, citations } = await answer('What is the capital of France?', { passages });
    expect(text).toMatch(/^I couldn't find anything about that in my documents\./u);
    expect(text).toContain('**Getting started**');
    expect(citations).toEqual([]);
    expect((await answer('What is the capital of France?', { passages: [] })).text).toMatch(/^I couldn't find/u);
  });

  it('contain a sentence once if passages overlap', async () => {
    const twice = [...passages, { ...passage('copy.md', passages[1]?.content ?? ''), chunk_id: 'chk_copy' }];
    const { text } = await answer('How often is a failed delivery tried again?', { passages: twice });
    expect(text.split('tried again seven times')).toHaveLength(2);
  });

  it('understand a follow-up with the previous question', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Tell me about failed deliveries.' },
      { role: 'assistant', content: 'They are tried again.' },
      { role: 'user', content: 'And how often?' },
    ];
    expect((await readAnswer(model, { messages, passages })).text).toContain('seven times');
  });

  it.each([
    ['And to Norway?', 'Shipping to Norway costs ten euros.'],
    ['And to Sweden?', 'Shipping to Sweden costs seven euros.'],
    ['And to Finland?', 'Shipping to Finland costs nine euros.'],
  ])('quote what a follow-up asks for, not what was asked before: %s', async (content, expected) => {
    const prices =
      'We ship in three working days. Shipping to Norway costs ten euros. Shipping to Denmark costs two euros. ' +
      'Shipping to Sweden costs seven euros. Shipping to Finland costs nine euros.';
    const messages: ChatMessage[] = [
      { role: 'user', content: 'How much does shipping to Denmark cost?' },
      { role: 'assistant', content: 'Two euros.' },
      { role: 'user', content },
    ];
    const { text } = await readAnswer(model, { messages, passages: [passage('Shipping', prices)] });
    expect(text).toContain(`> ${expected}`);
  });

  it.each([
    [
      'German',
      'Wann wird die Brücke gesperrt?',
      'Die Brücke wird ab Mai für elf Monate gesperrt. Der Bus fährt weiter.',
      'Die Brücke wird ab Mai',
    ],
    [
      'Japanese',
      '橋はいつ閉鎖されますか？',
      '橋は五月から閉鎖されます。バスは運行を続けます。',
      '橋は五月から閉鎖されます。',
    ],
    ['Russian', 'Когда закроют мост?', 'Мост закроют в мае. Автобус ходит как прежде.', 'Мост закроют в мае.'],
  ])('work in %s', async (_, question, content, expected) => {
    const { text, citations } = await answer(question, { passages: [passage('news.txt', content)] });
    expect(text).toContain(expected);
    expect(citations).toHaveLength(1);
  });
});

const news = `# Bridge to close

The city council voted on Tuesday to close the Elm Street bridge for repairs starting in May. Engineers found cracks in two of its supporting beams during an inspection last autumn. The work is expected to cost 4.2 million euros and to take eleven months.

Drivers will be sent over the northern ring road, which adds about six minutes to most trips. "We know this is hard for the shops," said mayor Anna Keller. The council set aside 300,000 euros for businesses that can show a loss of income.`;

describe('summaries', () => {
  it('keep the lead and the order, with the text’s own words', async () => {
    const { text, citations } = await answer(`Summarise: ${news}`);
    expect(text).toMatch(/^The city council voted on Tuesday/u);
    expect(text.length).toBeLessThan(news.length * 0.85);
    const positions = text.split(/(?<=\.)\s+/u).map((sentence) => news.indexOf(sentence));
    expect(positions.every((position) => position > 0)).toBe(true);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(citations).toEqual([]);
  });

  it.each([
    ['Summarize this in three bullet points:\n\n', 3],
    ['Fasse den Text in 2 Stichpunkten zusammen:\n\n', 2],
    ['Give me the 4 key points.\n\n', 4],
  ])('are bullets if requested: %s', async (instruction, count) => {
    const lines = (await answer(instruction + news)).text.split('\n');
    expect(lines).toHaveLength(count);
    expect(lines.every((line) => line.startsWith('- '))).toBe(true);
  });

  it.each([
    ['behind the text', `${news}\n\nPlease summarise the text above in one sentence.`],
    ['in the system prompt', news],
    ['around a tag', `Summarise the document in one sentence. <document>${news}</document>`],
  ])('accept the instruction %s', async (_, content) => {
    const system = { role: 'system' as const, content: 'Summarise what the user sends in one sentence.' };
    const messages: ChatMessage[] = [system, { role: 'user', content }];
    const { text } = await readAnswer(model, { messages });
    expect(text).toBe('The city council voted on Tuesday to close the Elm Street bridge for repairs starting in May.');
  });

  it.each([
    ['a few sentences', 'The office opens at seven. A berth costs thirty-two euros.', /^The office opens at seven\./u],
    ['one sentence', 'The office opens at seven.', /^The office opens at seven\.$/u],
    ['a text with a word like “main”', 'The main pier is closed. Use the east pier.', /main pier is closed/u],
  ])('take %s for the text if the system prompt is about it', async (_, content, expected) => {
    const system = { role: 'system' as const, content: 'Summarise the text below in four bullet points.' };
    const { text } = await readAnswer(model, { messages: [system, { role: 'user', content: `${content}\n\n` }] });
    expect(text.replaceAll(/^- /gmu, '')).toMatch(expected);
  });

  it.each(['What is a berth?', 'Summarise it'])('take “%s” for a request, not for the text', async (content) => {
    const system = { role: 'system' as const, content: 'Summarise the text below in four bullet points.' };
    const { text } = await readAnswer(model, { messages: [system, { role: 'user', content }] });
    expect(text).not.toContain(content);
  });

  it('are not made of a visitor’s own sentences by an agent that answers questions', async () => {
    const system = { role: 'system' as const, content: 'You answer the main questions of our visitors.' };
    const content = 'I need help with my order. It has not arrived.';
    const { text } = await readAnswer(model, { messages: [system, { role: 'user', content }] });
    expect(text).not.toContain('order');
  });

  it('answer a question about the text instead, if there is one', async () => {
    expect((await answer(`How much will the work cost?\n\n${news}`)).text).toContain('4.2 million euros');
  });

  it('ask for the text if there is none', async () => {
    expect((await answer('Summarise:')).text).toContain('no text here');
  });

  it('read a text of a megabyte', async () => {
    const { text } = await answer(`Summarise in 3 sentences: ${`${news}\n\n`.repeat(1400)}`);
    expect(text).toMatch(/^The city council/u);
  });
});

describe('conversation', () => {
  it.each([
    ['Hi', /^Hello! 👋 Ask me a question/u],
    ['hello there!', /^Hello! 👋 Ask me a question/u],
    ['Guten Tag', /^Hallo! 👋 Stellen Sie mir eine Frage/u],
    ['Bonjour', /^Bonjour ! 👋 Posez-moi une question/u],
    ['¡Hola!', /^¡Hola! 👋 Hágame una pregunta/u],
    ['こんにちは', /^こんにちは！👋 質問してください/u],
    ['привет', /^Здравствуйте! 👋 Задайте вопрос/u],
    ['Dzień dobry!', /^Dzień dobry! 👋 Proszę zadać pytanie/u],
    ['Dziękuję bardzo za pomoc', /^Nie ma za co!/u],
    ['Teşekkür ederim', /^Rica ederim!/u],
    ['Hoşça kalın', /^Hoşça kalın!/u],
    ['Do widzenia', /^Do widzenia!/u],
  ])('greets back in the same language: %s', async (greeting, expected) => {
    expect((await answer(greeting, { passages })).text).toMatch(expected);
  });

  it.each([
    [
      'Wie oft wird eine fehlgeschlagene Lieferung wiederholt?',
      'de',
      /^(?:Das habe ich|Ich bin nicht sicher|Dazu habe ich)/u,
    ],
    ['Quelle est la capitale de la France ?', 'fr', /^Je n’ai rien trouvé/u],
    ['¿Cuál es la capital de Francia?', 'es', /^No encontré nada/u],
    ['Qual é a capital da França?', 'pt', /^Não encontrei nada/u],
    ['Qual è la capitale della Francia?', 'it', /^Non ho trovato nulla/u],
    ['Wat is de hoofdstad van Frankrijk?', 'nl', /^Daarover heb ik niets gevonden/u],
    ['Jaka jest stolica Francji?', 'pl', /^W moich dokumentach nic o tym nie ma/u],
    ['Fransa’nın başkenti neresi ve ne zaman kuruldu?', 'tr', /^Belgelerimde bununla ilgili bir şey bulamadım/u],
    ['Какая столица Франции?', 'ru', /^В моих документах/u],
    ['フランスの首都はどこですか？', 'ja', /^お持ちの質問について/u],
    ['프랑스의 수도는 어디인가요?', 'ko', /^제 문서에서/u],
    ['法国的首都是哪里？', 'zh', /^我的文档中没有找到/u],
    ['ما هي عاصمة فرنسا؟', 'ar', /^لم أجد شيئًا/u],
    ['מהי בירת צרפת?', 'he', /^לא מצאתי/u],
  ])('frames in the language of the question: %s', async (question, _, expected) => {
    expect((await answer(question, { passages: [], nearest: passages })).text).toMatch(expected);
  });

  it('names the two closest documents if nothing is relevant, and uses the locale if a question shows no language', async () => {
    const { text, citations } = await answer('???', { passages: [], nearest: passages, locale: 'de-CH' });
    expect(text).toContain('zum Beispiel **Getting started** und **Webhooks**?');
    expect(citations).toEqual([]);
  });

  it('quotes what has a part of the compound that the question consists of', async () => {
    const found = await answer('Versandkosten', {
      passages: [passage('versand.txt', 'Der Versand in Deutschland kostet 4,90 Euro. Wir packen ohne Plastik.')],
    });
    expect(found.text).toContain('> Der Versand in Deutschland kostet 4,90 Euro.');
  });

  it('uses the language of the documents if neither the question nor a locale shows one', async () => {
    const german = [passage('garantie.txt', 'Auf alle Geräte geben wir zwei Jahre Garantie.')];
    const found = await answer('Garantie', { passages: german });
    expect(found.text).toContain('Das habe ich in **Garantie** gefunden:');
    const missed = await answer('Mongolei', { passages: [], nearest: german });
    expect(missed.text).toContain('**Garantie**');
    expect(missed.text).toMatch(/^Dazu habe ich/u);
    const short = ['Unsere Werkstatt öffnet um neun Uhr.', 'Gutscheine gelten ab dem Kauf und drei Jahre.'];
    const nearest = short.map((content, index) => passage(`zeiten-${index}.txt`, content));
    expect((await answer('Mongolei', { passages: [], nearest })).text).toMatch(/^Dazu habe ich/u);
    expect((await answer('Mongolei', { passages: [], nearest: german, locale: 'fr' })).text).toMatch(/^Je n’ai/u);
    expect((await answer('What about Mongolia?', { passages: [], nearest: german })).text).toMatch(/^I couldn't/u);
  });

  it('does not mistake a question for a greeting', async () => {
    expect((await answer('Hi, how often is a failed delivery tried again?', { passages })).text).toContain(
      'seven times',
    );
  });

  it('describes itself', async () => {
    expect((await answer('Who are you?')).text).toContain("Portico's built-in demo model");
    expect((await answer('Write me a poem about rain')).text).toContain("Portico's built-in demo model");
  });
});

describe('tools', () => {
  const clock = { name: 'current_time', description: 'The time.', parameters: { type: 'object' } };
  const search = { name: 'search_docs', description: 'Searches.', parameters: { type: 'object', required: ['query'] } };

  it('calls the clock if asked for the time, and reports the result', async () => {
    const first = await answer('What time is it in Europe/Berlin?', { tools: [clock] });
    expect(first.calls).toMatchObject([{ name: 'current_time', arguments: { timezone: 'Europe/Berlin' } }]);
    expect(first.finish?.reason).toBe('tool_calls');
    const { id, name, arguments: given } = first.calls[0] ?? { id: '', name: '', arguments: {} };
    const messages: ChatMessage[] = [
      { role: 'user', content: 'What time is it in Europe/Berlin?' },
      { role: 'assistant', content: '', tool_calls: [{ id, name, arguments: given }] },
      { role: 'tool', tool_call_id: id, content: '{"now":"2026-03-03T13:05:00.000Z","timezone":"Europe/Berlin"}' },
    ];
    const second = await readAnswer(model, { messages, tools: [clock] });
    expect(second.text).toBe('It is 14:05 (Europe/Berlin) on Tuesday, 3 March 2026.');
    expect(second.calls).toEqual([]);
  });

  it('does not call it for a time limit, or if no clock is offered', async () => {
    expect((await answer('What is the time limit of a webhook?', { tools: [clock], passages })).calls).toEqual([]);
    expect((await answer('What time is it?')).calls).toEqual([]);
  });

  it('searches once with a tool that accepts a query, and cites the results', async () => {
    const question = 'How often is a failed delivery tried again?';
    expect((await answer(question, { tools: [search] })).calls).toMatchObject([
      { name: 'search_docs', arguments: { query: question } },
    ]);
    const found = passages.map(({ chunk_id, ...rest }) => ({ id: chunk_id, metadata: {}, ...rest }));
    const result = (content: string): ChatMessage[] => [
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', name: 'search_docs', arguments: { query: question } }],
      },
      { role: 'tool', tool_call_id: 'c', content },
    ];
    const second = await readAnswer(model, { messages: result(JSON.stringify({ results: found })), tools: [search] });
    expect(second.text).toContain('seven times');
    expect(second.citations).toMatchObject([{ chunk_id: 'chk_webhooks.md' }]);
    const empty = await readAnswer(model, { messages: result('{"results":[]}'), tools: [search] });
    expect(empty.text).toMatch(/^I couldn't find/u);
    expect(empty.calls).toEqual([]);
  });
});

describe('the stream', () => {
  it('arrives in the same small chunks each time', async () => {
    const first = await answer('What is Portico?', { passages });
    const deltas = first.events.filter((event) => event.type === 'delta');
    expect(deltas.length).toBeGreaterThan(10);
    expect(Math.max(...deltas.map((event) => event.content.length))).toBeLessThan(50);
    expect((await answer('What is Portico?', { passages })).events).toEqual(first.events);
  });

  it('stops when the signal fires, with its reason', async () => {
    const controller = new AbortController();
    const slow = new ExtractiveModel({ wordDelayMs: 5 });
    let count = 0;
    const reading = (async () => {
      for await (const event of slow.stream({ model: 'm', ...ask('What is Portico?'), passages }, controller.signal))
        if (event.type === 'delta' && ++count === 3) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(count).toBe(3);
  });

  it('ends at max_tokens', async () => {
    const { text, finish } = await answer(`Summarise: ${news}`, { max_tokens: 5 });
    expect(finish?.reason).toBe('length');
    expect(finish?.usage.completion_tokens).toBeLessThanOrEqual(5);
    expect(text).toBe('The city council voted on');
  });
});

it('fills a JSON schema from the text', async () => {
  const json_schema = {
    type: 'object',
    properties: {
      summary: { type: 'string' },
      cost: { type: 'number', description: 'cost in million euros' },
      points: { type: 'array', items: { type: 'string' } },
      place: { enum: ['harbour', 'bridge', 'tunnel'] },
    },
  };
  const { text } = await answer(`Extract: ${news}`, { json_schema });
  const value: unknown = JSON.parse(text);
  expect(value).toMatchObject({ cost: 4.2, place: 'bridge', summary: expect.stringMatching(/^The city council/u) });
});
