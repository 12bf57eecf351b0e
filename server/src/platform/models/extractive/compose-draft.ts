import { randomUUID } from 'node:crypto';
import type { ChatMessage, ChatRequest, ChatTool } from '../chat-model.ts';
import { lastUserText, textOf } from '../last-user-text.ts';
import { hasNoTopic } from '../text/rate-units.ts';
import { answerFromSources } from './answer-from-sources.ts';
import { callClock, tellTime } from './current-time.ts';
import { type Draft, say } from './draft.ts';
import { readToolResults } from './read-tool-results.ts';
import { answerSmallTalk, findSmallTalk, listNames } from './small-talk.ts';
import { readableName, type Source } from './source.ts';
import { asksForSummary, splitTask } from './split-task.ts';
import { readSummaryWish, summarise } from './summarise.ts';

// A text of the user's own that is long enough to be asked about later in the conversation.
const longText = 400;

/** Decides what the built-in model answers: small talk, the time, a summary, quotations, or that nothing fits. */
export function composeDraft(request: ChatRequest): Draft {
  const prompt = lastUserText(request.messages);
  const tools = request.tools ?? [];
  const results = readToolResults(request.messages);
  const sources: Source[] = [
    ...results.passages.map((passage) => ({ content: passage.content, passage })),
    ...(request.passages ?? []).map((passage) => ({ content: passage.content, passage })),
  ];
  const time = results.texts.map(tellTime).find((told) => told !== undefined);
  if (time !== undefined) return say(time);
  const smallTalk = findSmallTalk(prompt);
  if (smallTalk)
    return say(answerSmallTalk(smallTalk, request.passages || searches(tools) ? nameDocuments(sources) : null));

  const task = splitTask(prompt);
  if (!results.called) {
    const call =
      callClock(prompt, tools) ?? (sources.length === 0 && task.body === '' ? callSearch(prompt, tools) : undefined);
    if (call) return { parts: [], call };
  }
  const instruction = task.instruction || (task.body ? systemText(request.messages) : '');
  if (task.body && asksForSummary(instruction)) return summariseBody(task.body, instruction);

  const texts = [...(task.body ? [task.body] : []), ...results.texts, ...earlierTexts(request.messages)];
  const question = withContext(task.instruction || prompt, request.messages);
  const answer = hasNoTopic(question)
    ? null
    : answerFromSources([...sources, ...texts.map((content) => ({ content, passage: null }))], question, request.cited);
  if (answer) return answer;
  if (task.body) {
    const summary = summariseBody(task.body, instruction);
    return asksQuestion(instruction)
      ? { parts: ["I couldn't find that in the text. In short, it says:\n\n", ...summary.parts] }
      : summary;
  }
  if (asksForSummary(prompt) && sources.length > 0)
    return summariseBody(sources.map((source) => source.content).join('\n\n'), instruction);
  return say(apologise(request, sources, tools));
}

function asksQuestion(instruction: string): boolean {
  return /[?？]\W*$/u.test(instruction);
}

function summariseBody(body: string, instruction: string): Draft {
  const summary = summarise(body, readSummaryWish(instruction));
  const note = /\btranslat|übersetz|tradui|traduc/iu.test(instruction)
    ? "I can't translate, as I only quote; this is the gist in the text's own words:\n\n"
    : '';
  return say(summary === '' ? 'There is no text here that I could summarise.' : note + summary);
}

function apologise(request: ChatRequest, sources: Source[], tools: ChatTool[]): string {
  const names = nameDocuments(sources);
  if (names.length > 0)
    return `I couldn't find anything about that in my documents. Could you ask in other words, or about something they cover, such as ${listNames(names)}?`;
  if (request.passages || searches(tools))
    return "I couldn't find anything about that in my documents. Could you ask in other words?";
  if (asksForSummary(lastUserText(request.messages)))
    return 'There is no text here that I could summarise. Paste it behind your request, or attach it.';
  return "I'm Portico's built-in demo model: I answer by quoting documents, and I was given none that could help here. Paste a text and ask about it, or ask the owner of this page to connect a knowledge base or a language model.";
}

function nameDocuments(sources: Source[]): string[] {
  return [...new Set(sources.flatMap(({ passage }) => (passage ? [readableName(passage.document_name)] : [])))];
}

/** A tool that needs nothing but a query is a search, such as a knowledge tool. */
function findSearch(tools: ChatTool[]): ChatTool | undefined {
  return tools.find(({ parameters }) => {
    const required = parameters['required'];
    return Array.isArray(required) && required.length === 1 && required[0] === 'query';
  });
}

function searches(tools: ChatTool[]): boolean {
  return findSearch(tools) !== undefined;
}

function callSearch(query: string, tools: ChatTool[]): Draft['call'] {
  const search = findSearch(tools);
  if (!search || query.trim() === '') return undefined;
  return { id: `call_${randomUUID().replaceAll('-', '')}`, name: search.name, arguments: { query } };
}

/** "And how long?" is asked about what was asked before. */
function withContext(question: string, messages: ChatMessage[]): string {
  if (!hasNoTopic(question)) return question;
  const before = messages.filter((message) => message.role === 'user').at(-2);
  return before ? `${textOf(before).slice(0, 300)} ${question}` : question;
}

function earlierTexts(messages: ChatMessage[]): string[] {
  const users = messages.filter((message) => message.role === 'user').slice(0, -1);
  return users.map(textOf).filter((text) => text.length >= longText);
}

function systemText(messages: ChatMessage[]): string {
  const text = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n');
  // Only a system prompt that is about the text says what to do with it.
  return asksForSummary(text) ? text : '';
}
