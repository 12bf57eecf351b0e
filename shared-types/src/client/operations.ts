import * as wire from '../wire.ts';
import { act, ask, call, download, follow, list, request, upload } from './operation.ts';

const v1 = '/api/v1';
const personas = '/api/personas';
const sources = `${v1}/knowledge-bases/{id}/sources` as const;
const source = `${sources}/{source_id}` as const;
const forms = '/api/public/form-interfaces/{slug}';

const {
  Deleted,
  PageQuery,
  conversationEvents,
  executionEvents,
  personaEvents,
  sourceRunEvents,
  submissionEvents,
  threadEvents,
} = wire;

/**
 * All operations of the client, by resource: the versioned API, personas, and the visitors' side of forms. Lists are
 * named `list…`; `listAll…` is derived from them.
 */
export const operations = {
  agents: {
    list: list(`${v1}/agents`, PageQuery, wire.Agent),
    create: call('POST', `${v1}/agents`, { body: wire.AgentCreate, answer: wire.SavedAgent }),
    get: call('GET', `${v1}/agents/{id}`, { answer: wire.Agent }),
    update: call('PATCH', `${v1}/agents/{id}`, { body: wire.AgentPatch, answer: wire.SavedAgent }),
    delete: call('DELETE', `${v1}/agents/{id}`, { answer: Deleted }),
    listVersions: list(`${v1}/agents/{id}/versions`, PageQuery, wire.AgentVersion),
    restoreVersion: call('POST', `${v1}/agents/{id}/versions/{version}/restore`, { answer: wire.SavedAgent }),
    tryTool: call('POST', `${v1}/agents/{id}/tools/try`, { body: wire.ToolTrialRequest, answer: wire.ToolTrial }),
  },
  apiKeys: {
    list: list(`${v1}/api-keys`, PageQuery, wire.ApiKey),
    create: call('POST', `${v1}/api-keys`, { body: wire.ApiKeyCreate, answer: wire.IssuedApiKey }),
    get: call('GET', `${v1}/api-keys/{id}`, { answer: wire.ApiKey }),
    revoke: call('DELETE', `${v1}/api-keys/{id}`, { answer: Deleted }),
    rotate: call('POST', `${v1}/api-keys/{id}/rotate`, { answer: wire.IssuedApiKey }),
  },
  auditLog: {
    list: list(`${v1}/audit-log`, wire.AuditLogQuery, wire.AuditEntry),
  },
  auth: {
    methods: call('GET', `${v1}/auth/methods`, { answer: wire.AuthMethods }),
    setUp: call('POST', `${v1}/auth/setup`, { body: wire.SetupRequest, answer: wire.SignedIn }),
    signIn: call('POST', `${v1}/auth/sign-in`, { body: wire.PasswordSignIn, answer: wire.SignedIn }),
    signInWithKey: call('POST', `${v1}/auth/sign-in-with-key`, { body: wire.KeySignIn, answer: wire.SignedIn }),
    signOut: call('POST', `${v1}/auth/sign-out`, { answer: wire.SignedOut }),
    startPasskeyRegistration: call('POST', `${v1}/auth/passkeys/register-options`, { answer: wire.PasskeyOptions }),
    registerPasskey: call('POST', `${v1}/auth/passkeys/register`, {
      body: wire.PasskeyRegistration,
      answer: wire.Passkey,
    }),
    startPasskeySignIn: call('POST', `${v1}/auth/passkeys/sign-in-options`, { answer: wire.PasskeyOptions }),
    signInWithPasskey: call('POST', `${v1}/auth/passkeys/sign-in`, {
      body: wire.PasskeyAssertion,
      answer: wire.SignedIn,
    }),
    acceptInvitation: call('POST', `${v1}/auth/accept-invitation`, {
      body: wire.InvitationAcceptance,
      answer: wire.SignedIn,
    }),
  },
  brands: {
    lookUp: call('POST', `${v1}/brand-lookup`, { body: wire.BrandLookup, answer: wire.Brand }),
  },
  chatInterfaces: {
    list: list(`${v1}/chat-interfaces`, PageQuery, wire.ChatInterface),
    create: call('POST', `${v1}/chat-interfaces`, {
      body: wire.ChatInterfaceCreate,
      answer: wire.IssuedChatInterface,
    }),
    get: call('GET', `${v1}/chat-interfaces/{id}`, { answer: wire.ChatInterface }),
    update: call('PATCH', `${v1}/chat-interfaces/{id}`, {
      body: wire.ChatInterfacePatch,
      answer: wire.ChatInterface,
    }),
    delete: call('DELETE', `${v1}/chat-interfaces/{id}`, { answer: Deleted }),
    rotateIdentitySecret: call('POST', `${v1}/chat-interfaces/{id}/rotate-identity-secret`, {
      answer: wire.IssuedChatInterface,
    }),
    listSessions: list(`${v1}/chat-interfaces/{id}/sessions`, PageQuery, wire.ChatSessionRecord),
    preview: call('POST', `${v1}/chat-interfaces/{id}/preview`, {
      body: wire.ChatInterfacePatch,
      answer: wire.InterfacePreview,
    }),
    check: call('GET', `${v1}/chat-interfaces/{id}/checks`, { answer: wire.InterfaceChecks }),
  },
  conversations: {
    list: list(`${v1}/conversations`, wire.ConversationListQuery, wire.Conversation),
    get: call('GET', `${v1}/conversations/{id}`, { answer: wire.Conversation }),
    update: call('PATCH', `${v1}/conversations/{id}`, { body: wire.ConversationPatch, answer: wire.Conversation }),
    assignees: call('GET', `${v1}/conversations/assignees`, { answer: wire.Assignees }),
    listMessages: list(`${v1}/conversations/{id}/messages`, PageQuery, wire.ConversationItem),
    send: call('POST', `${v1}/conversations/{id}/messages`, { body: wire.MemberMessageCreate, answer: wire.Message }),
    addNote: call('POST', `${v1}/conversations/{id}/notes`, {
      body: wire.ConversationNoteCreate,
      answer: wire.ConversationNote,
    }),
    events: follow(`${v1}/conversations/events`, conversationEvents),
    accept: call('POST', `${v1}/conversations/{id}/accept`, { answer: wire.Conversation }),
    assign: call('POST', `${v1}/conversations/{id}/assign`, {
      body: wire.ConversationAssign,
      answer: wire.Conversation,
    }),
    return: call('POST', `${v1}/conversations/{id}/return`, {
      body: wire.ConversationReturn,
      answer: wire.Conversation,
    }),
    close: call('POST', `${v1}/conversations/{id}/close`, { answer: wire.Conversation }),
    reopen: call('POST', `${v1}/conversations/{id}/reopen`, { answer: wire.Conversation }),
    read: call('POST', `${v1}/conversations/{id}/read`, { answer: wire.Conversation }),
    suggest: request(`${v1}/conversations/{id}/suggest`, wire.suggestionEvents, [
      'suggestion:completed',
      'suggestion:failed',
    ]),
    type: act('POST', `${v1}/conversations/{id}/typing`),
  },
  documents: {
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
  executions: {
    list: list(`${v1}/executions`, wire.ExecutionListQuery, wire.Execution),
    get: call('GET', `${v1}/executions/{id}`, { answer: wire.Execution }),
    listNodes: list(`${v1}/executions/{id}/nodes`, PageQuery, wire.NodeRun),
    events: follow(`${v1}/executions/{id}/events`, executionEvents, [
      'execution:completed',
      'execution:failed',
      'execution:cancelled',
    ]),
    cancel: call('POST', `${v1}/executions/{id}/cancel`, { answer: wire.ExecutionCancelled }),
    retry: call('POST', `${v1}/executions/{id}/retry`, { answer: wire.ExecutionRetried }),
    decide: call('POST', `${v1}/executions/{id}/approvals/{node_id}`, {
      body: wire.ApprovalDecision,
      answer: wire.ApprovalDecided,
    }),
  },
  files: {
    upload: upload(`${v1}/files`, undefined, wire.File),
    get: call('GET', `${v1}/files/{id}`, { answer: wire.File }),
    delete: call('DELETE', `${v1}/files/{id}`, { answer: Deleted }),
  },
  formInterfaces: {
    list: list(`${v1}/form-interfaces`, PageQuery, wire.FormInterface),
    create: call('POST', `${v1}/form-interfaces`, { body: wire.FormInterfaceCreate, answer: wire.FormInterface }),
    get: call('GET', `${v1}/form-interfaces/{id}`, { answer: wire.FormInterface }),
    update: call('PATCH', `${v1}/form-interfaces/{id}`, {
      body: wire.FormInterfacePatch,
      answer: wire.FormInterface,
    }),
    delete: call('DELETE', `${v1}/form-interfaces/{id}`, { answer: Deleted }),
    listSubmissions: list(
      `${v1}/form-interfaces/{id}/submissions`,
      wire.SubmissionListQuery,
      wire.FormSubmissionRecord,
    ),
    exportSubmissions: download(`${v1}/form-interfaces/{id}/submissions/export`, wire.SubmissionExportQuery),
    rerunSubmission: call('POST', `${v1}/form-interfaces/{id}/submissions/{submission_id}/rerun`, {
      answer: wire.FormSubmissionRecord,
    }),
    preview: call('POST', `${v1}/form-interfaces/{id}/preview`, {
      body: wire.FormInterfacePatch,
      answer: wire.InterfacePreview,
    }),
    previewMapping: call('POST', `${v1}/form-interfaces/{id}/mapping-preview`, {
      body: wire.MappingPreviewRequest,
      answer: wire.MappingPreview,
    }),
  },
  forms: {
    get: call('GET', forms, { answer: wire.PublicForm }),
    upload: upload(`${forms}/upload`, wire.FormUploadRequest, wire.FormUpload),
    submit: call('POST', `${forms}/submissions`, { body: wire.FormSubmissionRequest, answer: wire.FormSubmission }),
    getSubmission: call('GET', `${forms}/submissions/{id}`, { answer: wire.FormSubmission }),
    events: follow(`${forms}/submissions/{id}/events`, submissionEvents, ['submission:completed', 'submission:failed']),
    query: call('POST', `${forms}/submissions/{id}/query`, {
      body: wire.SubmissionQuery,
      answer: wire.SubmissionQueryAnswer,
    }),
  },
  invitations: {
    list: list(`${v1}/invitations`, PageQuery, wire.Invitation),
    create: call('POST', `${v1}/invitations`, { body: wire.InvitationCreate, answer: wire.IssuedInvitation }),
    delete: call('DELETE', `${v1}/invitations/{id}`, { answer: Deleted }),
  },
  insights: {
    listQuestions: list(`${v1}/insights/questions`, wire.QuestionListQuery, wire.QuestionGroup),
    answerQuestion: call('POST', `${v1}/insights/questions/{id}/answer`, {
      body: wire.QuestionAnswer,
      answer: wire.AnsweredQuestion,
    }),
    dismissQuestion: call('POST', `${v1}/insights/questions/{id}/dismiss`, { answer: wire.QuestionGroup }),
    summary: call('GET', `${v1}/insights/summary`, { query: wire.InsightSummaryQuery, answer: wire.InsightSummary }),
  },
  knowledgeBases: {
    list: list(`${v1}/knowledge-bases`, wire.KnowledgeBaseListQuery, wire.KnowledgeBase),
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
  me: {
    get: call('GET', `${v1}/me`, { answer: wire.Me }),
    update: call('PATCH', `${v1}/me`, { body: wire.MePatch, answer: wire.Me }),
    heartbeat: act('POST', `${v1}/me/heartbeat`),
    listSessions: list(`${v1}/me/sessions`, PageQuery, wire.SignInSession),
    endSession: call('DELETE', `${v1}/me/sessions/{id}`, { answer: Deleted }),
    listPasskeys: list(`${v1}/me/passkeys`, PageQuery, wire.Passkey),
    deletePasskey: call('DELETE', `${v1}/me/passkeys/{id}`, { answer: Deleted }),
  },
  members: {
    list: list(`${v1}/members`, PageQuery, wire.Member),
    get: call('GET', `${v1}/members/{id}`, { answer: wire.Member }),
    update: call('PATCH', `${v1}/members/{id}`, { body: wire.MemberPatch, answer: wire.Member }),
    delete: call('DELETE', `${v1}/members/{id}`, { answer: Deleted }),
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
  personaInstances: {
    start: call('POST', `${personas}/{id}/instances`, {
      body: wire.PersonaInstanceCreate,
      answer: wire.PersonaInstance,
    }),
    list: list(`${personas}/{id}/instances`, PageQuery, wire.PersonaInstance),
    get: call('GET', `${personas}/instances/{id}`, { answer: wire.PersonaInstance }),
    events: follow(`${personas}/instances/{id}/events`, personaEvents, [
      'persona:completed',
      'persona:failed',
      'persona:cancelled',
    ]),
    cancel: call('POST', `${personas}/instances/{id}/cancel`, { answer: wire.PersonaInstance }),
    resume: call('POST', `${personas}/instances/{id}/resume`, {
      body: wire.PersonaInstanceResume,
      answer: wire.PersonaInstance,
    }),
    renewLink: call('POST', `${personas}/instances/{id}/link`, { answer: wire.PersonaLink }),
    revokeLinks: call('DELETE', `${personas}/instances/{id}/link`, { answer: Deleted }),
    decide: call('POST', `${personas}/instances/{id}/approvals/{approval_id}`, {
      body: wire.PersonaApprovalDecision,
      answer: wire.PersonaApproval,
    }),
    listDeliverables: list(`${personas}/instances/{id}/deliverables`, wire.DeliverableListQuery, wire.Deliverable),
    download: download(`${personas}/instances/{id}/deliverables/{deliverable_id}/download`),
  },
  personas: {
    list: list(personas, wire.PersonaListQuery, wire.Persona),
    create: call('POST', personas, { body: wire.PersonaCreate, answer: wire.Persona }),
    get: call('GET', `${personas}/{id}`, { answer: wire.Persona }),
    update: call('PATCH', `${personas}/{id}`, { body: wire.PersonaPatch, answer: wire.Persona }),
    delete: call('DELETE', `${personas}/{id}`, { answer: Deleted }),
  },
  savedReplies: {
    list: list(`${v1}/saved-replies`, PageQuery, wire.SavedReply),
    create: call('POST', `${v1}/saved-replies`, { body: wire.SavedReplyCreate, answer: wire.SavedReply }),
    get: call('GET', `${v1}/saved-replies/{id}`, { answer: wire.SavedReply }),
    update: call('PATCH', `${v1}/saved-replies/{id}`, { body: wire.SavedReplyPatch, answer: wire.SavedReply }),
    delete: call('DELETE', `${v1}/saved-replies/{id}`, { answer: Deleted }),
  },
  sources: {
    list: list(sources, PageQuery, wire.Source),
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
  triggers: {
    list: list(`${v1}/triggers`, PageQuery, wire.Trigger),
    create: call('POST', `${v1}/triggers`, { body: wire.TriggerCreate, answer: wire.IssuedTrigger }),
    get: call('GET', `${v1}/triggers/{id}`, { answer: wire.Trigger }),
    update: call('PATCH', `${v1}/triggers/{id}`, { body: wire.TriggerPatch, answer: wire.Trigger }),
    delete: call('DELETE', `${v1}/triggers/{id}`, { answer: Deleted }),
    execute: call('POST', `${v1}/triggers/{id}/execute`, { body: wire.ExecuteBody, answer: wire.TriggerFired }),
    rotateSecret: call('POST', `${v1}/triggers/{id}/rotate-secret`, { answer: wire.IssuedTrigger }),
  },
  usage: {
    get: call('GET', `${v1}/usage`, { query: wire.UsageQuery, answer: wire.UsageAnswer }),
  },
  webhooks: {
    list: list(`${v1}/webhooks`, PageQuery, wire.Webhook),
    create: call('POST', `${v1}/webhooks`, { body: wire.WebhookCreate, answer: wire.IssuedWebhook }),
    get: call('GET', `${v1}/webhooks/{id}`, { answer: wire.Webhook }),
    update: call('PATCH', `${v1}/webhooks/{id}`, { body: wire.WebhookPatch, answer: wire.Webhook }),
    delete: call('DELETE', `${v1}/webhooks/{id}`, { answer: Deleted }),
    rotateSecret: call('POST', `${v1}/webhooks/{id}/rotate-secret`, { answer: wire.IssuedWebhook }),
    test: call('POST', `${v1}/webhooks/{id}/test`, { answer: wire.WebhookTestResult }),
    listDeliveries: list(`${v1}/webhooks/{id}/deliveries`, wire.DeliveryListQuery, wire.WebhookDelivery),
    getDelivery: call('GET', `${v1}/webhooks/{id}/deliveries/{delivery_id}`, { answer: wire.WebhookDeliveryDetail }),
    redeliver: call('POST', `${v1}/webhooks/{id}/deliveries/{delivery_id}/redeliver`, {
      answer: wire.WebhookDelivery,
    }),
  },
  workflows: {
    list: list(`${v1}/workflows`, PageQuery, wire.WorkflowSummary),
    create: call('POST', `${v1}/workflows`, { body: wire.WorkflowCreate, answer: wire.Workflow }),
    get: call('GET', `${v1}/workflows/{id}`, { answer: wire.Workflow }),
    update: call('PATCH', `${v1}/workflows/{id}`, { body: wire.WorkflowPatch, answer: wire.Workflow }),
    delete: call('DELETE', `${v1}/workflows/{id}`, { answer: Deleted }),
    listVersions: list(`${v1}/workflows/{id}/versions`, PageQuery, wire.WorkflowVersion),
    restoreVersion: call('POST', `${v1}/workflows/{id}/versions/{version}/restore`, { answer: wire.Workflow }),
    execute: call('POST', `${v1}/workflows/{id}/execute`, { body: wire.ExecuteBody, answer: wire.ExecutionStarted }),
  },
  workspaces: {
    current: call('GET', `${v1}/workspace`, { answer: wire.Workspace }),
    update: call('PATCH', `${v1}/workspace`, { body: wire.WorkspacePatch, answer: wire.Workspace }),
    list: list(`${v1}/workspaces`, PageQuery, wire.JoinedWorkspace),
    create: call('POST', `${v1}/workspaces`, { body: wire.WorkspaceCreate, answer: wire.Workspace }),
  },
} as const;
