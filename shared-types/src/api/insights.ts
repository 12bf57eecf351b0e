import { z } from 'zod';
import { PageQuery, QueryTime, Timestamp } from '../envelope.ts';
import { KnowledgeDocument } from './knowledge-bases.ts';
import { Citation, Outcome } from './messages.ts';
import { visibleText } from './visible-text.ts';

export const QuestionState = z.enum(['unanswered', 'unsure', 'answered', 'dismissed']);
export type QuestionState = z.infer<typeof QuestionState>;

/** Similar questions of visitors that an agent could not answer, or not with confidence. */
export const QuestionGroup = z.object({
  id: z.string(),
  question: z.string(),
  count: z.int(),
  examples: z.array(z.string()),
  last_asked_at: Timestamp,
  state: QuestionState,
});
export type QuestionGroup = z.infer<typeof QuestionGroup>;

export const QuestionListQuery = PageQuery.extend({
  state: QuestionState.optional().describe('Groups of this state; those that are open if it is missing.'),
  interface_id: z.string().max(100).optional().describe('Only questions that were asked in this chat interface.'),
});
export type QuestionListQuery = z.infer<typeof QuestionListQuery>;

export const QuestionAnswer = z.strictObject({
  knowledge_base_id: z.string().min(1).max(100),
  content: visibleText(50_000),
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** An answered question, and the reply that visitors who ask it get now; null if the agent could not be asked. */
export const AnsweredQuestion = z.object({
  question: QuestionGroup,
  document: KnowledgeDocument,
  reply: z.object({ content: z.string(), citations: z.array(Citation), outcome: Outcome.nullable() }).nullable(),
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

export const InsightFigures = z.object({
  conversations: z.int(),
  resolved_by_agent: z.int(),
  handed_over: z.int(),
  first_reply_ms_agent_median: z.int().nullable(),
  first_reply_ms_person_median: z.int().nullable(),
  thumbs_up: z.int(),
  thumbs_down: z.int(),
  csat_average: z.number().nullable(),
  csat_count: z.int(),
  credits: z.number(),
});
export type InsightFigures = z.infer<typeof InsightFigures>;

/** The figures of a day or a week. */
export const InsightStep = InsightFigures.extend({ from: Timestamp });
export type InsightStep = z.infer<typeof InsightStep>;

/** Statistics of conversations in a period, in total and over time. */
export const InsightSummary = z.object({
  totals: InsightFigures,
  series: z.array(InsightStep),
  top_pages: z.array(z.object({ url: z.string(), conversations: z.int() })),
  top_questions: z.array(z.object({ question: z.string(), count: z.int() })),
});
export type InsightSummary = z.infer<typeof InsightSummary>;

export const InsightSummaryQuery = z.object({
  from: QueryTime.optional().describe('The last 30 days if it is missing.'),
  to: QueryTime.optional().describe('Until now if it is missing.'),
  interval: z.enum(['day', 'week']).default('day').describe('Length of a step of the series.'),
  interface_id: z.string().max(100).optional().describe('Only this chat interface.'),
  format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the series as a table.'),
});
export type InsightSummaryQuery = z.infer<typeof InsightSummaryQuery>;
