import * as wire from '../../wire.ts';
import { act, call, download, follow, list, order, request, upload } from '../operation.ts';

const v1 = '/api/v1';
const forms = '/api/public/form-interfaces/{slug}';
const { Deleted, PageQuery, conversationEvents, submissionEvents } = wire;

/** Chats and forms, for their owners and for visitors of a form. */
export const interfaceOperations = {
  brands: {
    lookUp: call('POST', `${v1}/brand-lookup`, { body: wire.BrandLookup, answer: wire.Brand }),
  },
  chatInterfaces: {
    list: list(`${v1}/chat-interfaces`, wire.SortedListQuery, wire.ChatInterface),
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
    list: list(`${v1}/conversations`, wire.ConversationListQuery, wire.FoundConversation, { sort: '-created_at' }),
    export: download(`${v1}/conversations/export`, wire.ConversationExportQuery),
    get: call('GET', `${v1}/conversations/{id}`, { answer: wire.Conversation }),
    update: call('PATCH', `${v1}/conversations/{id}`, { body: wire.ConversationPatch, answer: wire.Conversation }),
    assignees: call('GET', `${v1}/conversations/assignees`, { answer: wire.Assignees }),
    tags: call('GET', `${v1}/conversations/tags`, { answer: wire.ConversationTags }),
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
  formInterfaces: {
    list: list(`${v1}/form-interfaces`, wire.FormInterfaceListQuery, wire.FormInterface),
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
    getSubmission: call('GET', `${v1}/form-interfaces/{id}/submissions/{submission_id}`, {
      answer: wire.FormSubmissionRecord,
    }),
    deleteSubmission: call('DELETE', `${v1}/form-interfaces/{id}/submissions/{submission_id}`, { answer: Deleted }),
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
  savedReplies: {
    list: list(`${v1}/saved-replies`, wire.NamedListQuery, wire.SavedReply),
    create: call('POST', `${v1}/saved-replies`, { body: wire.SavedReplyCreate, answer: wire.SavedReply }),
    get: call('GET', `${v1}/saved-replies/{id}`, { answer: wire.SavedReply }),
    update: call('PATCH', `${v1}/saved-replies/{id}`, { body: wire.SavedReplyPatch, answer: wire.SavedReply }),
    delete: call('DELETE', `${v1}/saved-replies/{id}`, { answer: Deleted }),
  },
  visitors: {
    export: order(`${v1}/visitors/export`, wire.DataSubject),
    erase: call('POST', `${v1}/visitors/erase`, { body: wire.DataSubject, answer: wire.VisitorErasure }),
  },
} as const;
