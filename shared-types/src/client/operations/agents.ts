import * as wire from '../../wire.ts';
import { ask, call, follow, list, upload } from '../operation.ts';

const v1 = '/api/v1';
const sources = `${v1}/knowledge-bases/{id}/sources` as const;
const source = `${sources}/{source_id}` as const;
const { Deleted, PageQuery, sourceRunEvents, threadEvents } = wire;

/** Agents, their threads, and their knowledge. */
export const agentOperations = {
  agents: {
    list: list(`${v1}/agents`, wire.SortedListQuery, wire.Agent),
    create: call('POST', `${v1}/agents`, { body: wire.AgentCreate, answer: wire.SavedAgent }),
    get: call('GET', `${v1}/agents/{id}`, { answer: wire.Agent }),
    update: call('PATCH', `${v1}/agents/{id}`, { body: wire.AgentPatch, answer: wire.SavedAgent }),
    delete: call('DELETE', `${v1}/agents/{id}`, { answer: Deleted }),
    listVersions: list(`${v1}/agents/{id}/versions`, PageQuery, wire.AgentVersion),
    restoreVersion: call('POST', `${v1}/agents/{id}/versions/{version}/restore`, { answer: wire.SavedAgent }),
    tryTool: call('POST', `${v1}/agents/{id}/tools/try`, { body: wire.ToolTrialRequest, answer: wire.ToolTrial }),
  },
  documents: {
    listOfAllBases: list(`${v1}/documents`, wire.AllDocumentsQuery, wire.KnowledgeDocument),
    find: call('GET', `${v1}/documents/{document_id}`, { answer: wire.KnowledgeDocument }),
    list: list(`${v1}/knowledge-bases/{id}/documents`, wire.DocumentListQuery, wire.KnowledgeDocument),
    add: call('POST', `${v1}/knowledge-bases/{id}/documents`, {
      body: wire.JsonDocumentCreate,
      answer: wire.KnowledgeDocument,
    }),
    upload: upload(`${v1}/knowledge-bases/{id}/documents`, wire.FileDocumentFields, wire.KnowledgeDocument),
    get: call('GET', `${v1}/knowledge-bases/{id}/documents/{document_id}`, { answer: wire.KnowledgeDocument }),
    replace: call('PUT', `${v1}/knowledge-bases/{id}/documents/{document_id}`, {
      body: wire.JsonDocumentCreate,
      answer: wire.KnowledgeDocument,
    }),
    listChunks: list(`${v1}/knowledge-bases/{id}/documents/{document_id}/chunks`, PageQuery, wire.DocumentChunk),
    refresh: call('POST', `${v1}/knowledge-bases/{id}/documents/{document_id}/refresh`, {
      answer: wire.KnowledgeDocument,
    }),
    delete: call('DELETE', `${v1}/knowledge-bases/{id}/documents/{document_id}`, { answer: Deleted }),
  },
  files: {
    upload: upload(`${v1}/files`, undefined, wire.StoredFile),
    get: call('GET', `${v1}/files/{id}`, { answer: wire.StoredFile }),
    delete: call('DELETE', `${v1}/files/{id}`, { answer: Deleted }),
  },
  insights: {
    listQuestions: list(`${v1}/insights/questions`, wire.QuestionListQuery, wire.QuestionGroup),
    getQuestion: call('GET', `${v1}/insights/questions/{id}`, { answer: wire.QuestionGroup }),
    answerQuestion: call('POST', `${v1}/insights/questions/{id}/answer`, {
      body: wire.QuestionAnswer,
      answer: wire.AnsweredQuestion,
    }),
    dismissQuestion: call('POST', `${v1}/insights/questions/{id}/dismiss`, { answer: wire.QuestionGroup }),
    summary: call('GET', `${v1}/insights/summary`, { query: wire.InsightSummaryQuery, answer: wire.InsightSummary }),
  },
  knowledgeBases: {
    list: list(`${v1}/knowledge-bases`, wire.SortedListQuery, wire.KnowledgeBase),
    create: call('POST', `${v1}/knowledge-bases`, { body: wire.KnowledgeBaseCreate, answer: wire.KnowledgeBase }),
    get: call('GET', `${v1}/knowledge-bases/{id}`, { answer: wire.KnowledgeBase }),
    update: call('PATCH', `${v1}/knowledge-bases/{id}`, {
      body: wire.KnowledgeBasePatch,
      answer: wire.KnowledgeBase,
    }),
    delete: call('DELETE', `${v1}/knowledge-bases/{id}`, { answer: Deleted }),
    query: call('POST', `${v1}/knowledge-bases/{id}/query`, { body: wire.KnowledgeQuery, answer: wire.QueryAnswer }),
    search: call('POST', `${v1}/knowledge-bases/search`, { body: wire.KnowledgeQuery, answer: wire.SearchAnswer }),
  },
  messages: {
    list: list(`${v1}/threads/{id}/messages`, PageQuery, wire.Message),
    send: call('POST', `${v1}/threads/{id}/messages`, { body: wire.MessageCreate, answer: wire.ReplyMessage }),
    stream: ask(`${v1}/threads/{id}/messages`, wire.MessageCreate, threadEvents, [
      'message:completed',
      'message:failed',
      'message:cancelled',
    ]),
    regenerate: call('POST', `${v1}/threads/{id}/messages/{message_id}/regenerate`, { answer: wire.ReplyMessage }),
    trace: call('GET', `${v1}/threads/{id}/messages/{message_id}/trace`, { answer: wire.ReplyTrace }),
    rate: call('POST', `${v1}/threads/{id}/messages/{message_id}/feedback`, {
      body: wire.Feedback,
      answer: wire.Message,
    }),
  },
  models: {
    list: call('GET', `${v1}/models`, { answer: wire.ModelList }),
  },
  sources: {
    listOfAllBases: list(`${v1}/sources`, wire.AllSourcesQuery, wire.Source),
    list: list(sources, wire.SourceListQuery, wire.Source),
    create: call('POST', sources, { body: wire.SourceCreate, answer: wire.Source }),
    get: call('GET', source, { answer: wire.Source }),
    update: call('PATCH', source, { body: wire.SourcePatch, answer: wire.Source }),
    delete: call('DELETE', source, { query: wire.SourceDeleteQuery, answer: Deleted }),
    listPages: list(`${source}/pages`, wire.SourcePageListQuery, wire.SourcePage),
    sync: call('POST', `${source}/sync`, { answer: wire.SourceRun }),
    cancel: call('POST', `${source}/cancel`, { answer: wire.SourceRun }),
    listRuns: list(`${source}/runs`, PageQuery, wire.SourceRun),
    getRun: call('GET', `${source}/runs/{run_id}`, { answer: wire.SourceRun }),
    listChanges: list(`${source}/runs/{run_id}/changes`, PageQuery, wire.SourceChange),
    events: follow(`${source}/runs/{run_id}/events`, sourceRunEvents, ['run:completed', 'run:failed', 'run:cancelled']),
  },
  threads: {
    list: list(`${v1}/threads`, wire.ThreadListQuery, wire.ThreadSummary),
    create: call('POST', `${v1}/agents/{id}/threads`, { body: wire.ThreadCreate, answer: wire.ThreadSummary }),
    get: call('GET', `${v1}/threads/{id}`, { answer: wire.Thread }),
    update: call('PATCH', `${v1}/threads/{id}`, { body: wire.ThreadPatch, answer: wire.Thread }),
    delete: call('DELETE', `${v1}/threads/{id}`, { answer: Deleted }),
    events: follow(`${v1}/threads/{id}/events`, threadEvents),
    cancel: call('POST', `${v1}/threads/{id}/cancel`, { answer: wire.ReplyCancelled }),
  },
} as const;
