import type { ExampleBook } from './example-book.ts';
import { created, downloadUrl, expires, ids, updated } from './ids.ts';

const session = {
  id: ids.session,
  visitorId: ids.visitor,
  threadId: ids.thread,
  status: 'active',
  expiresAt: expires,
} satisfies ExampleBook['ChatSession'];

const message = {
  id: ids.reply,
  threadId: ids.thread,
  role: 'assistant',
  content: 'Two to three working days.',
  status: 'complete',
  toolCalls: null,
  citations: [
    {
      chunkId: ids.chunk,
      documentId: ids.document,
      documentName: 'handbook.pdf',
      score: 0.83,
      quote: 'A parcel reaches you within two to three working days.',
    },
  ],
  attachments: [],
  feedback: null,
  clientMessageId: null,
  replacedBy: null,
  createdAt: updated,
} satisfies ExampleBook['PublicMessage'];

const face = {
  slug: 'support',
  name: 'Support chat',
  branding: {
    primaryColor: '#0b6e4f',
    backgroundColor: null,
    textColor: null,
    fontFamily: null,
    borderRadius: 16,
    logoUrl: null,
    iconUrl: null,
    cover: { type: 'none', value: null },
    theme: 'auto',
    position: 'right',
    zIndex: null,
  },
  behaviour: {
    title: 'Support chat',
    subtitle: null,
    welcomeMessage: 'Hello! What can I do for you?',
    placeholder: null,
    suggestedPrompts: ['Where is my order?'],
    showCitations: true,
    showToolCalls: false,
    showBranding: true,
    persistence: 'local',
    sessionTimeoutMinutes: 1_440,
    idleTimeoutMinutes: null,
    launcher: { label: null, delayMs: null, proactiveMessage: null },
  },
  locale: null,
  uploads: { enabled: true, maxFiles: 5, maxFileSizeMb: 25, allowedTypes: ['pdf', 'image/*'] },
  consent: { required: false, text: null, privacyUrl: null },
} satisfies ExampleBook['PublicFace'];

const file = {
  storageUri: `portico://files/${ids.file}`,
  downloadUrl,
  fileName: 'handbook.pdf',
  fileSize: 482_133,
  mimeType: 'application/pdf',
} satisfies ExampleBook['SubmissionFile'];

/** What visitors send and see. */
export const publicExamples = {
  PublicFace: face,
  CreateChatSession: { pageUrl: 'https://shop.example.com/orders', locale: 'en' },
  CreatedChatSession: {
    ...session,
    token: 'pst_Qm8vX2cK7tB4rH1jL9wZpD6sF3nG5yA0eU',
    messages: [],
    interface: face,
    lastEventId: null,
  },
  ChatSession: session,
  ChatCancelled: { messageId: ids.reply, cancelled: true },
  PublicMessage: message,
  SendChatMessage: {
    content: 'How long does a delivery take?',
    clientMessageId: 'c5c7e4e2-0f0b-4a53-9d0e-6d1b1f6a4a11',
  },
  ChatUploadResult: {
    fileId: ids.file,
    fileName: file.fileName,
    fileSize: file.fileSize,
    mimeType: file.mimeType,
    downloadUrl,
  },
  PublicForm: {
    slug: 'summarise',
    targetType: 'workflow',
    workflowId: ids.workflow,
    agentId: null,
    title: 'Summarise a document',
    description: 'Upload a document and get its essence.',
    cover: { type: 'color', value: '#0b6e4f' },
    inputLabel: null,
    inputPlaceholder: null,
    allowFileUpload: true,
    fileUploadLabel: 'Upload files',
    maxFiles: 5,
    maxFileSizeMb: 25,
    allowedFileTypes: ['application/pdf'],
    allowUrlInput: false,
    urlInputLabel: null,
    outputLabel: null,
    showCopyButton: true,
    showDownloadButton: true,
    allowOutputEdit: false,
    submitButtonText: null,
    submitLoadingText: null,
    successMessage: null,
    fields: [{ name: 'language', label: 'Language', type: 'select', required: true, options: ['English', 'German'] }],
  },
  FormUpload: { fileRef: 'upl_Vb7xQ2mK9cT4rH1jL8wZpD', ...file },
  FormSubmissionRequest: {
    message: 'Only the first chapter, please.',
    files: ['upl_Vb7xQ2mK9cT4rH1jL8wZpD'],
    inputs: { language: 'English' },
  },
  FormSubmission: {
    id: ids.submission,
    interfaceId: ids.form,
    message: 'Only the first chapter, please.',
    files: [file],
    urls: [],
    output: 'The first chapter says how orders are placed.',
    executionId: ids.execution,
    executionStatus: 'completed',
    submittedAt: created,
  },
  SubmissionQuery: { query: 'How is an order cancelled?', topK: 3, similarityThreshold: 0.2 },
  SubmissionQueryAnswer: {
    results: [
      {
        id: ids.chunk,
        content: 'An order can be cancelled until it is packed.',
        source: { kind: 'file', name: 'handbook.pdf' },
        score: 0.71,
      },
    ],
    query: 'How is an order cancelled?',
    topK: 3,
  },
} satisfies ExampleBook;
