import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { FieldCode, RunError } from '../errors.ts';
import { isBlank } from '../rules/read-field-value.ts';

/*
 * The bodies of `/api/public/form-interfaces/{slug}` (docs/reference/public-forms.md#endpoints), camelCase. Unknown
 * fields are dropped, as on every public endpoint.
 */

export const FormFieldType = z.enum(['text', 'textarea', 'number', 'select', 'multiselect', 'checkbox', 'date']);
export type FormFieldType = z.infer<typeof FormFieldType>;

/** What the text of a field has to be. */
export const FormFieldFormat = z.enum(['email']);
export type FormFieldFormat = z.infer<typeof FormFieldFormat>;

/** An extra input of a form. `showIf` is JSONata over `{inputs, message, urls}`; a hidden field is neither sent nor required. */
export const PublicFormField = z.object({
  name: z.string(),
  label: z.string(),
  type: FormFieldType,
  required: z.boolean(),
  /** Of a text only. */
  format: FormFieldFormat.optional(),
  options: z.array(z.string()).optional(),
  showIf: z.string().optional(),
});
export type PublicFormField = z.infer<typeof PublicFormField>;

/** `value` is an image's address, a CSS colour, or the name of one of the app's own covers (docs/forms.md). */
export const PublicFormCover = z.object({ type: z.enum(['image', 'color', 'stock']), value: z.string() });
export type PublicFormCover = z.infer<typeof PublicFormCover>;

/**
 * The data that a visitor's browser needs to render the form (docs/reference/public-forms.md#endpoints). A text that
 * isn't configured is null: the app has a default.
 */
export const PublicForm = z.object({
  slug: z.string(),
  targetType: z.enum(['workflow', 'agent']),
  workflowId: z.string().nullable(),
  agentId: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  cover: PublicFormCover.nullable(),
  inputLabel: z.string().nullable(),
  inputPlaceholder: z.string().nullable(),
  allowFileUpload: z.boolean(),
  fileUploadLabel: z.string().nullable(),
  maxFiles: z.int(),
  maxFileSizeMb: z.number(),
  allowedFileTypes: z.array(z.string()),
  allowUrlInput: z.boolean(),
  urlInputLabel: z.string().nullable(),
  outputLabel: z.string().nullable(),
  showCopyButton: z.boolean(),
  showDownloadButton: z.boolean(),
  allowOutputEdit: z.boolean(),
  submitButtonText: z.string().nullable(),
  submitLoadingText: z.string().nullable(),
  successMessage: z.string().nullable(),
  fields: z.array(PublicFormField),
});
export type PublicForm = z.infer<typeof PublicForm>;

/** Ties a visitor's uploads to their submission (docs/reference/public-forms.md#uploads). */
export const FormSessionId = z.string().regex(/^[A-Za-z0-9._-]{16,128}$/, 'must be 16 to 128 of A-Z a-z 0-9 . _ -');
export type FormSessionId = z.infer<typeof FormSessionId>;

/** The text fields beside `file` in an upload's multipart body; tus uploads send the same two as metadata. */
export const FormUploadRequest = z.object({ sessionId: FormSessionId.optional() });
export type FormUploadRequest = z.infer<typeof FormUploadRequest>;

/**
 * A file of a submission; `downloadUrl` is signed and valid 24 hours, `fileSize` is in bytes
 * (docs/reference/public-forms.md#uploads).
 */
export const SubmissionFile = z.object({
  storageUri: z.string(),
  downloadUrl: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
});
export type SubmissionFile = z.infer<typeof SubmissionFile>;

/** The response to an upload. A submission refers to the file by its `fileRef`, which grants access to it. */
export const FormUpload = z.object({ fileRef: z.string(), ...SubmissionFile.shape });
export type FormUpload = z.infer<typeof FormUpload>;

export const ExtractionMode = z.enum(['text', 'markdown', 'html']);
export type ExtractionMode = z.infer<typeof ExtractionMode>;

/** Maximum number of entries that are looked at before a form's own limits are, which don't count repetitions. */
const maxListed = 1_000;

export const FormSubmissionRequest = z
  .object({
    message: z.string().default(''),
    files: z.array(z.string()).max(maxListed).default([]),
    urls: z
      .array(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
      .max(maxListed)
      .default([]),
    inputs: z.record(z.string(), z.unknown()).default({}),
    sessionId: FormSessionId.optional(),
    extractionMode: ExtractionMode.default('text'),
  })
  .refine(holdsSomething, {
    path: ['message'],
    error: 'a submission needs a message, a file, an address or an input',
    params: { code: 'required' satisfies FieldCode },
  });
export type FormSubmissionRequest = z.infer<typeof FormSubmissionRequest>;

/** States of a submission in order (docs/reference/public-forms.md#states). */
export const SubmissionStatus = z.enum(['submitted', 'processing', 'running', 'completed', 'failed']);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

/** A file or an address of a submission that could not be read, and why; front ends translate the `code`. */
export const UnreadSource = z.object({
  file: z.string().optional(),
  url: z.string().optional(),
  message: z.string(),
  code: FieldCode,
});
export type UnreadSource = z.infer<typeof UnreadSource>;

/**
 * A submission (docs/reference/public-forms.md#submitting). `output` is null until there is one, `executionId` null for
 * an agent target, `error` present if failed, `unread` present if a file or an address could not be read.
 */
export const FormSubmission = z.object({
  id: z.string(),
  interfaceId: z.string(),
  message: z.string(),
  files: z.array(SubmissionFile),
  urls: z.array(z.string()),
  output: z.string().nullable(),
  executionId: z.string().nullable(),
  executionStatus: SubmissionStatus,
  submittedAt: Timestamp,
  error: RunError.optional(),
  unread: z.array(UnreadSource).optional(),
});
export type FormSubmission = z.infer<typeof FormSubmission>;

/** A question about the contents of a submission. */
export const SubmissionQuery = z.object({
  query: z.string().trim().min(1).max(8000),
  topK: z.int().min(1).max(20).default(5),
  similarityThreshold: z.number().min(0).max(1).default(0),
  answer: z.boolean().default(false),
});
export type SubmissionQuery = z.infer<typeof SubmissionQuery>;

/** A passage of a submission and its position; `score` is 0 to 1. */
export const SubmissionPassage = z.object({
  id: z.string(),
  content: z.string(),
  source: z.object({
    kind: z.enum(['file', 'url', 'message']),
    name: z.string().optional(),
    url: z.string().optional(),
  }),
  score: z.number(),
});
export type SubmissionPassage = z.infer<typeof SubmissionPassage>;

/** A cited passage of an answer, by its mark (`[2]`); `passageId` is null for the run's output. */
export const SubmissionCitation = z.object({ mark: z.int(), passageId: z.string().nullable(), quote: z.string() });
export type SubmissionCitation = z.infer<typeof SubmissionCitation>;

/** An answer in Markdown, written by the model from the run's output and the passages. */
export const SubmissionAnswer = z.object({ content: z.string(), citations: z.array(SubmissionCitation) });
export type SubmissionAnswer = z.infer<typeof SubmissionAnswer>;

/** The best passages for a question; `partial` is set if not all of the submission is searchable yet. */
export const SubmissionQueryAnswer = z.object({
  results: z.array(SubmissionPassage),
  query: z.string(),
  topK: z.int(),
  partial: z.literal(true).optional(),
  answer: SubmissionAnswer.optional(),
});
export type SubmissionQueryAnswer = z.infer<typeof SubmissionQueryAnswer>;

interface Submitted {
  message: string;
  files: readonly string[];
  urls: readonly string[];
  inputs: Record<string, unknown>;
}

function holdsSomething({ message, files, urls, inputs }: Submitted): boolean {
  return !isBlank(message) || files.length + urls.length + Object.keys(inputs).length > 0;
}
