import type { ChatMessage, ChatRequest, ChatTool, Passage } from '../chat-model.ts';
import { createCallId } from '../create-call-id.ts';
import { lastUserText, textOf } from '../last-user-text.ts';
import { spellOut } from '../../lexicon/chat-spelling.ts';
import { findContext, namesTopics } from '../../lexicon/follow-up.ts';
import { detectLanguage } from '../../lexicon/languages.ts';
import { type AskedOwn, asksOnlyForHours, readOwn } from '../../lexicon/own-place.ts';
import { listQuestions } from '../../lexicon/split-question.ts';
import { hasNoTopic } from '../text/rate-units.ts';
import { answerEach, answerFromSources, type AskedQuestion } from './answer-from-sources.ts';
import { callClock, readTime } from './current-time.ts';
import { type Draft, say } from './draft.ts';
import { announcePerson, callPerson } from './handover.ts';
import { readToolResults } from './read-tool-results.ts';
import { chooseFrames, chooseLanguage, detectPassagesLanguage, fillFrame, listNames } from './choose-frames.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import { answerSmallTalk, findSmallTalk } from './small-talk.ts';
import { readableName } from '../text/readable-name.ts';
import { type Source, toSources } from './source.ts';
import { asksForSummary, namesSummary, splitTask } from './split-task.ts';
import { readSummaryWish, summarise } from './summarise.ts';

// A text from the user that is long enough for later questions about it.
const longText = 400;

/** Decides the reply of the built-in model: small talk, the time, a summary, quotations, or that nothing fits. */
export function composeDraft(request: ChatRequest): Draft {
  const prompt = lastUserText(request.messages);
  const tools = request.tools ?? [];
  const results = readToolResults(request.messages);
  const sources: Source[] = [...toSources(results.passages), ...toSources(request.passages)];
  const time = results.texts.map(readTime).find((told) => told !== undefined);
  if (time !== undefined) return say(time);
  const person = announcePerson(prompt, results.calledTools);
  if (person !== undefined) return say(person);
  if (!results.called) {
    const call = callPerson(prompt, tools);
    if (call !== undefined) return { parts: [], call };
  }
  const language = chooseLanguage(request);
  const frames = chooseFrames(language);
  const smallTalk = findSmallTalk(prompt, language);
  if (smallTalk) {
    const names = nameDocuments([...sources, ...toSources(request.nearest)]);
    return say(answerSmallTalk(smallTalk, request.passages || searches(tools) ? names : null, frames));
  }

  const task = splitTask(prompt);
  if (!results.called) {
    const call =
      callClock(prompt, tools) ?? (sources.length === 0 && task.body === '' ? callSearch(prompt, tools) : undefined);
    if (call) return { parts: [], call };
  }
  const instruction = task.instruction || (task.body ? systemText(request.messages) : '');
  if (task.body && asksForSummary(instruction)) return summariseBody(task.body, instruction, frames);

  const texts = [...(task.body ? [task.body] : []), ...results.texts, ...earlierTexts(request.messages)];
  const own = spellOut(task.instruction || prompt);
  const asked = withContext(own, request);
  const all = [...sources, ...texts.map((content) => ({ content, passage: null }))];
  const find = (question: AskedQuestion): Draft | null =>
    hasNoTopic(question.question) ? null : answerFromSources(all, question, frames, request.cited);
  const { askedOwn } = asked;
  const spare = askedOwn?.spare;
  const questions = listQuestions(own).map((part) => askAlone(part, request.passages));
  const answer =
    answerEach(all, questions, frames, request.cited) ??
    find(asked) ??
    (askedOwn && spare !== undefined ? find({ question: spare, own: spare, subject: spare, askedOwn }) : null);
  if (answer) return answer;
  if (task.body) {
    const summary = summariseBody(task.body, instruction, frames);
    return asksQuestion(instruction) ? { parts: [`${frames.notInText}\n\n`, ...summary.parts] } : summary;
  }
  if (asksForSummary(prompt) && sources.length > 0)
    return summariseBody(sources.map((source) => source.content).join('\n\n'), instruction, frames);
  const shortText = sources.length === 0 && !request.passages && !searches(tools) ? findShortText(request) : '';
  if (shortText !== '') return summariseBody(shortText, systemText(request.messages), frames);
  return say(apologise(request, sources, tools, frames));
}

/**
 * Returns the message if the system prompt asks for a summary of it, as in the demo form, and it is not a question. A
 * few sentences are too short for `splitTask` to take them for a text on their own.
 */
function findShortText({ messages }: ChatRequest): string {
  const prompt = lastUserText(messages).trim();
  if (!namesSummary(systemText(messages)) || asksQuestion(prompt)) return '';
  const isOneSentence = !/[.!?。！？]\s*\S/u.test(prompt);
  return isOneSentence && asksForSummary(prompt) ? '' : prompt;
}

function asksQuestion(instruction: string): boolean {
  return /[?？]\W*$/u.test(instruction);
}

function summariseBody(body: string, instruction: string, frames: Frames): Draft {
  const summary = summarise(body, readSummaryWish(instruction));
  const note = /\btranslat|übersetz|tradui|traduc/iu.test(instruction) ? `${frames.cannotTranslate}\n\n` : '';
  return say(summary === '' ? frames.noText : note + summary);
}

/** Number of documents that are named if nothing fits. */
const maxNamed = 2;

function apologise(request: ChatRequest, sources: Source[], tools: ChatTool[], frames: Frames): string {
  const names = nameDocuments([...sources, ...toSources(request.nearest)]);
  if (names.length > 0) return fillFrame(frames.noneNear, listNames(names, frames, maxNamed));
  if (request.passages || searches(tools)) return frames.none;
  return asksForSummary(lastUserText(request.messages)) ? frames.noText : frames.onlyQuotes;
}

function nameDocuments(sources: Source[]): string[] {
  return [...new Set(sources.flatMap(({ passage }) => (passage ? [readableName(passage.title)] : [])))];
}

/** A tool that requires only a query is a search, such as a knowledge tool. */
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
  return { id: createCallId(), name: search.name, arguments: { query } };
}

/** "And how long?" refers to the previous question. */
function withContext(own: string, { messages, passages = [] }: ChatRequest): AskedQuestion {
  const earlier = messages.filter((message) => message.role === 'user').map((message) => spellOut(textOf(message)));
  const askedOwn = readOwn(own, earlier.length < 2);
  if (askedOwn !== undefined) return askOwn(askedOwn);
  const context = findContext(own, earlier.slice(0, -1));
  if (context === undefined || (!context.isCertain && namesTopics(own, passages)))
    return withHours({ question: own, own, subject: own }, passages);
  const subject = hasNoTopic(own) ? `${context.nearest.slice(0, 600)} ${own}` : own;
  return withHours({ question: `${context.text.slice(0, 600)} ${own}`, own, subject }, passages);
}

/** One of a message's questions, which the others don't complete. */
function askAlone(own: string, passages: readonly Passage[] = []): AskedQuestion {
  const askedOwn = readOwn(own, false);
  if (askedOwn === undefined) return withHours({ question: own, own, subject: own }, passages);
  return askOwn(askedOwn);
}

function askOwn(askedOwn: AskedOwn): AskedQuestion {
  return { question: askedOwn.word, own: askedOwn.word, subject: askedOwn.word, askedOwn };
}

function withHours(asked: AskedQuestion, passages: readonly Passage[]): AskedQuestion {
  const language = detectLanguage(asked.question, detectPassagesLanguage(passages));
  if (!asksOnlyForHours(asked.question, language)) return asked;
  return { ...asked, askedOwn: { matter: 'hours', word: asked.question, isNamed: false } };
}

function earlierTexts(messages: ChatMessage[]): string[] {
  const users = messages.filter((message) => message.role === 'user').slice(0, -1);
  return users.map(textOf).filter((text) => text.length >= longText);
}

function systemText(messages: ChatMessage[]): string {
  const text = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n');
  // Only a system prompt about the text says what to do with it.
  return asksForSummary(text) ? text : '';
}
