import {
  AnsweredQuestion,
  InsightSummary,
  InsightSummaryQuery,
  QuestionAnswer,
  QuestionGroup,
  QuestionListQuery,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { answerQuestion, dismissQuestion, getQuestion, listQuestionPage } from './questions/questions.service.ts';
import { summarise, summariseAsTable } from './summary/summary.service.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

const tag = 'Insights';
const params = { id: 'question' };

export const insightRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/insights/questions',
    tag,
    summary: 'List what agents could not answer, grouped',
    description:
      'Lists groups of similar questions, the most frequent first. `from`, `to` and `interface_id` select the questions that are counted.',
    operationId: 'listQuestions',
    scopes: ['insights:read'],
    query: QuestionListQuery,
    answer: QuestionGroup,
    list: true,
    handle: async ({ platform, caller, query }) => listQuestionPage(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/insights/questions/:id',
    tag,
    summary: 'Get a group of questions',
    description:
      'Returns a group of similar questions, also an answered or dismissed one, with all its questions counted.',
    operationId: 'getQuestion',
    scopes: ['insights:read'],
    params,
    answer: QuestionGroup,
    handle: async ({ platform, caller, params: { id } }) => getQuestion(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/insights/questions/:id/answer',
    tag,
    summary: 'Answer a group of questions',
    description:
      'Adds the question and its answer to a knowledge base, asks the agent again, and returns the reply that visitors ' +
      'now get. The group is removed from the list. If the same question is unanswered again later, it starts a new group.',
    operationId: 'answerQuestion',
    scopes: ['knowledge-bases:write'],
    params,
    body: QuestionAnswer,
    answer: AnsweredQuestion,
    errors: ['validation_error', 'execution_failed'],
    handle: async ({ platform, caller, params: { id }, body, signal }) =>
      answerQuestion(platform, caller.workspaceId, id, body, signal),
  }),
  versionedRoute({
    method: 'POST',
    path: '/insights/questions/:id/dismiss',
    tag,
    summary: 'Dismiss a group of questions',
    description:
      'Removes the group from the list. If the same question is unanswered again later, it starts a new group.',
    operationId: 'dismissQuestion',
    scopes: ['knowledge-bases:write'],
    params,
    answer: QuestionGroup,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id } }) => dismissQuestion(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/insights/summary',
    tag,
    summary: 'Get statistics of conversations',
    description:
      'Returns the figures of a period, in total and by day or week in the time zone of the workspace. ' +
      '`format=csv` returns the series as a table.',
    operationId: 'getInsightSummary',
    scopes: ['insights:read'],
    query: InsightSummaryQuery,
    answer: InsightSummary,
    bare: {
      'text/csv': {
        example: 'from,conversations,resolved_by_agent,…\r\n2026-11-02T00:00:00.000Z,48,41,…\r\n',
      },
    },
    errors: ['validation_error'],
    handle: async ({ platform, caller, query }) =>
      query.format === 'csv'
        ? summariseAsTable(platform, caller.workspaceId, query)
        : summarise(platform, caller.workspaceId, query),
  }),
];
