import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';
import { knowledgeExamples } from './knowledge.ts';

const group = {
  id: ids.questionGroup,
  question: 'Do you deliver to Iceland?',
  count: 14,
  examples: ['Do you deliver to Iceland?', 'is delivery to iceland possible'],
  last_asked_at: updated,
};
const figures = {
  conversations: 120,
  resolved_by_agent: 96,
  handed_over: 18,
  first_reply_ms_agent_median: 1240,
  first_reply_ms_person_median: 48_000,
  thumbs_up: 31,
  thumbs_down: 4,
  csat_average: 4.4,
  csat_count: 22,
  credits: 187.5,
};

/** Unanswered questions, and statistics of conversations. */
export const insightExamples = {
  QuestionGroup: { ...group, state: 'unanswered' },
  QuestionAnswer: { knowledge_base_id: ids.knowledgeBase, content: 'Yes, within five working days.' },
  AnsweredQuestion: {
    question: { ...group, state: 'answered' },
    document: { ...knowledgeExamples.KnowledgeDocument, name: group.question, source: 'text' },
    reply: { content: 'Yes, we deliver to Iceland within five working days.', citations: [], outcome: 'answered' },
  },
  InsightSummary: {
    totals: figures,
    series: [{ from: created, ...figures }],
    top_pages: [{ url: 'https://www.example.com/delivery', conversations: 41 }],
    top_questions: [{ question: group.question, count: 14 }],
  },
} satisfies ExampleBook;
