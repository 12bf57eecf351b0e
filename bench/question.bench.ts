import { existsSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { searchKnowledgeBases } from '../server/src/features/knowledge-bases/index.ts';
import { createModels } from '../server/src/platform/models/models.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { ask, type AskedBase, makeBase } from './answers/ask-product.ts';
import { readSections } from './answers/read-html.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name = 'What a question costs: twenty of them about the manual of Git, by the built-in model';

const home = '/usr/share/doc/git/html';
const pages = ['user-manual', 'gittutorial', 'giteveryday', 'gitfaq'];
const rounds = 5;

const questions = [
  'How do I undo my last commit?',
  'How do I create a new branch?',
  'How do I merge a branch into mine?',
  'What is a detached HEAD?',
  'How do I resolve a merge conflict?',
  'How can I find the commit that introduced a bug?',
  'How do I make git ignore files?',
  'How do I set my name and email address?',
  'How do I get the changes from another repository?',
  'How can I publish my repository over HTTP?',
  'What is a fast-forward merge?',
  'What is the index?',
  'How do I get rid of dangling objects?',
  'How do I add a submodule?',
  'How do I delete a branch?',
  'How do I split a commit into smaller ones?',
  'How do I see who changed a line of a file?',
  'How do I create a tag?',
  'Can I recover commits that I lost?',
  'How do I make a tarball of a release?',
];

interface Cost {
  readonly times: readonly number[];
  /** Processor time of this process for each, in milliseconds. */
  readonly processorMs: number;
}

async function measure(count: number, work: (at: number) => Promise<void>): Promise<Cost> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let at = 0; at < count; at += 1) {
    const started = performance.now();
    await work(at);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return { times, processorMs: (user + system) / 1000 / count };
}

function toRows(what: string, { times, processorMs }: Cost): Row[] {
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms' },
    { what: `${what}, processor time of the server`, value: processorMs, unit: 'ms' },
  ];
}

function readManual(): { name: string; text: string }[] {
  return pages.map((page) => {
    const sections = readSections(`${home}/${page}.html`);
    const text = sections.map((part) => (part.title === '' ? part.text : `## ${part.title}\n\n${part.text}`));
    return { name: page, text: text.join('\n\n') };
  });
}

async function measureSearch({ platform }: ServerUnderTest, { id }: AskedBase): Promise<Cost> {
  const [base] = await platform.database.sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
  return measure(questions.length * rounds, async (at) => {
    const question = { query: questions[at % questions.length] ?? '' };
    await searchKnowledgeBases(platform, base?.workspace_id ?? '', [id], question, AbortSignal.timeout(60_000));
  });
}

/** Uses Debian's git-doc; QUESTIONS_FILE stores the answers. */
export async function run(): Promise<Row[]> {
  if (!existsSync(`${home}/user-manual.html`)) return [];
  const server = await startServer({}, { onDisk: true });
  const { chat } = createModels({ wordDelayMs: 0 }, server.platform.log);
  server.platform.models.chat = chat;
  try {
    const base = await makeBase(server, 'Git manual', readManual());
    const answers: string[] = [];
    const replies = await measure(questions.length, async (at) => {
      const question = questions[at] ?? '';
      const { content } = await ask(server, base, question);
      answers.push(`**${question}**\n\n${content}\n`);
    });
    const file = process.env['QUESTIONS_FILE'] ?? '';
    if (file !== '') writeFileSync(file, answers.join('\n---\n\n'));
    const search = await measureSearch(server, base);
    return [...toRows('a thread, the question and its reply', replies), ...toRows('the search alone', search)];
  } finally {
    await server.close();
  }
}
