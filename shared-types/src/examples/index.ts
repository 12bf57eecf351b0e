import { agentExamples } from './agents.ts';
import { conversationExamples } from './conversations.ts';
import type { ExampleBook } from './example-book.ts';
import { inboxExamples } from './inbox.ts';
import { insightExamples } from './insights.ts';
import { interfaceExamples } from './interfaces.ts';
import { knowledgeExamples } from './knowledge.ts';
import { peopleExamples } from './people.ts';
import { personaExamples } from './personas.ts';
import { platformExamples } from './platform.ts';
import { publicExamples } from './public.ts';
import { sourceExamples } from './sources.ts';
import { webhookExamples } from './webhooks.ts';
import { workflowExamples } from './workflows.ts';

/*
 * The examples of the document for each request and response body. A test validates every example, and checks that no
 * body lacks one.
 */
export const examples = {
  ...platformExamples,
  ...peopleExamples,
  ...agentExamples,
  ...conversationExamples,
  ...inboxExamples,
  ...workflowExamples,
  ...knowledgeExamples,
  ...sourceExamples,
  ...insightExamples,
  ...webhookExamples,
  ...interfaceExamples,
  ...publicExamples,
  ...personaExamples,
} satisfies ExampleBook;
