import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { exportFormat, NamedListQuery, PageQuery, sortedBy, Timestamp } from '../envelope.ts';
import { RunError } from '../errors.ts';
import { mergePatchOf } from '../merge-patch.ts';
import {
  AllowedOrigin,
  AllowedTypes,
  AssetUrl,
  Colour,
  InterfaceStatus,
  Slug,
  VisitorLimit,
} from './interface-parts.ts';
import { FormFieldFormat, FormFieldType, SubmissionStatus, UnreadSource } from './public-forms.ts';

/* Form interfaces as they are stored and managed (docs/reference/form-interfaces.md#fields), snake_case. The
   visitors' view is in public-forms.ts. */

const text = (most: number) => z.string().max(most).nullable().default(null);

/** An extra input. `show_if` is JSONata over `{inputs, message, urls}`, bare or in `{{ }}`. */
export const FormField = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must match ^[A-Za-z_][A-Za-z0-9_]{0,63}$'),
    label: z.string().trim().min(1).max(500),
    type: FormFieldType.default('text'),
    required: z.boolean().default(false),
    format: FormFieldFormat.optional(),
    options: z.array(z.string().min(1).max(500)).max(500).overwrite(distinct).optional(),
    show_if: z.string().min(1).max(2_000).optional(),
  })
  .superRefine(({ type, format, options }, context) => {
    if (format !== undefined && type !== 'text') {
      context.addIssue({ code: 'custom', path: ['format'], message: 'is only for the type text' });
    }
    const needsOptions = type === 'select' || type === 'multiselect';
    if (needsOptions && (options ?? []).length === 0) {
      context.addIssue({ code: 'custom', path: ['options'], message: `a ${type} needs options` });
    }
  });
export type FormField = z.infer<typeof FormField>;

/** `value` is an image's address, a CSS colour, or the name of one of the form app's own covers. */
export const FormCover = z
  .strictObject({ type: z.enum(['image', 'color', 'stock']), value: z.string().max(2_000) })
  .superRefine(({ type, value }, context) => {
    const kinds = { image: AssetUrl, color: Colour, stock: z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must be a name') };
    const fault = kinds[type].safeParse(value).error?.issues[0];
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault.message });
  });
export type FormCover = z.infer<typeof FormCover>;

/**
 * Limits that override docs/reference/limits.md#limits-of-visitors, per minute and IP; the daily ones are for all
 * visitors together.
 */
export const FormLimits = z.strictObject({
  uploads_per_minute: VisitorLimit,
  submissions_per_minute: VisitorLimit,
  queries_per_minute: VisitorLimit,
  daily_submissions: z.int().min(1).max(1_000_000_000).nullable().default(null),
  daily_credits: z.number().positive().max(1_000_000_000).nullable().default(null),
});
export type FormLimits = z.infer<typeof FormLimits>;

/**
 * A form interface without the fields that the server adds. Either `name` or `title` is required. `input_mapping` has a
 * template over the submission for each input of the workflow: {message, files, urls, content, …the inputs}.
 */
export const FormInterfaceCreate = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional(),
    slug: Slug.optional(),
    status: InterfaceStatus.default('active'),
    target_type: z.enum(['workflow', 'agent']),
    workflow_id: z.string().min(1).max(200).nullable().default(null),
    agent_id: z.string().min(1).max(200).nullable().default(null),
    title: z.string().trim().min(1).max(200).optional(),
    description: text(4_000),
    cover: FormCover.nullable().default(null),
    input_label: text(500),
    input_placeholder: text(500),
    allow_file_upload: z.boolean().default(false),
    file_upload_label: z.string().max(500).nullable().default('Upload files'),
    max_files: z.int().min(1).max(100).default(5),
    max_file_size_mb: z.number().positive().max(1_024).default(25),
    allowed_file_types: AllowedTypes.default([]),
    allow_url_input: z.boolean().default(false),
    url_input_label: text(500),
    output_label: text(500),
    show_copy_button: z.boolean().default(true),
    show_download_button: z.boolean().default(true),
    allow_output_edit: z.boolean().default(false),
    submit_button_text: text(200),
    submit_loading_text: text(200),
    success_message: text(4_000),
    fields: z.array(FormField).max(100).default([]),
    input_mapping: z.record(z.string().min(1).max(200), z.string().max(20_000)).default({}),
    allowed_origins: z.array(AllowedOrigin).max(100).overwrite(distinct).default([]),
    limits: FormLimits.prefault({}),
    /** The text for visitors when a daily limit is reached; null for the default text in their language. */
    limit_message: text(500),
  })
  .superRefine(
    ({ name, title, target_type: target, workflow_id, agent_id }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (name === undefined && title === undefined) refuse('title', 'is required');
      if (target === 'workflow' && workflow_id === null) refuse('workflow_id', 'is required for a workflow target');
      if (target === 'agent' && agent_id === null) refuse('agent_id', 'is required for an agent target');
    },
    // Also if another field is wrong, so that one error lists all that is missing.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .superRefine(({ fields }, context) => {
    const names = fields.map((field) => field.name);
    names.forEach((field, at) => {
      if (names.indexOf(field) === at) return;
      context.addIssue({ code: 'custom', path: ['fields', at, 'name'], message: 'is the name of another field' });
    });
  });
export type FormInterfaceCreate = z.infer<typeof FormInterfaceCreate>;

export const FormInterfacePatch = mergePatchOf(FormInterfaceCreate);
export type FormInterfacePatch = z.infer<typeof FormInterfacePatch>;

/** A form interface as returned by its GET. */
export const FormInterface = z.object({
  ...FormInterfaceCreate.shape,
  id: z.string(),
  name: z.string(),
  title: z.string(),
  slug: Slug,
  allowed_origins: z.array(z.string()),
  stats: z.object({ submissions: z.int() }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type FormInterface = z.infer<typeof FormInterface>;

/** A submission as the form's operator sees it; `download_url` is valid for 24 hours. */
export const FormSubmissionRecord = z.object({
  id: z.string(),
  interface_id: z.string(),
  message: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  files: z.array(
    z.object({
      file_id: z.string(),
      storage_uri: z.string(),
      download_url: z.string(),
      file_name: z.string(),
      file_size: z.int(),
      mime_type: z.string(),
    }),
  ),
  urls: z.array(z.string()),
  unread: z.array(UnreadSource),
  output: z.string().nullable(),
  execution_id: z.string().nullable(),
  thread_id: z.string().nullable(),
  /** The submission that this one runs again. */
  rerun_of: z.string().nullable(),
  /** Sent through a preview by the owner's team, not by a visitor. */
  preview: z.boolean(),
  execution_status: SubmissionStatus,
  error: RunError.nullable(),
  submitted_at: Timestamp,
  completed_at: Timestamp.nullable(),
});
export type FormSubmissionRecord = z.infer<typeof FormSubmissionRecord>;

export const FormInterfaceListQuery = NamedListQuery.extend({
  sort: sortedBy('name', 'title', 'created_at', 'updated_at'),
});
export type FormInterfaceListQuery = z.infer<typeof FormInterfaceListQuery>;

/** `status` is a submission's `execution_status`. */
export const SubmissionListQuery = PageQuery.extend({
  status: SubmissionStatus.optional(),
  q: z.string().min(1).max(200).optional(),
});
export type SubmissionListQuery = z.infer<typeof SubmissionListQuery>;

export const SubmissionExportQuery = SubmissionListQuery.omit({ page: true, per_page: true }).extend({
  format: exportFormat(),
  columns: z
    .enum(['names', 'labels'])
    .default('names')
    .describe('What the columns of the form’s fields are called in a table.'),
});
export type SubmissionExportQuery = z.infer<typeof SubmissionExportQuery>;

/** A submission to try a mapping with; only a file's name is required. */
export const ExampleSubmission = z.strictObject({
  message: z.string().max(100_000).default(''),
  inputs: z.record(z.string(), z.unknown()).default({}),
  urls: z.array(z.string().max(2_000)).max(100).default([]),
  files: z
    .array(
      z.strictObject({
        file_id: z.string().max(200).default('fil_example'),
        file_name: z.string().max(500),
        file_size: z.int().min(0).default(0),
        mime_type: z.string().max(200).default('application/octet-stream'),
        download_url: z.string().max(2_000).default('https://example.com/file'),
      }),
    )
    .max(100)
    .default([]),
  content: z.string().max(1_000_000).default(''),
});
export type ExampleSubmission = z.infer<typeof ExampleSubmission>;

/** The submission to try a mapping with: an example, or the id of a submission of this form. */
export const MappingPreviewRequest = z.strictObject({
  submission: z.union([ExampleSubmission, z.string().min(1).max(200)]),
  /** Replaces the saved one. */
  input_mapping: z.record(z.string().min(1).max(200), z.string().max(20_000)).optional(),
  workflow_id: z.string().min(1).max(200).optional(),
});
export type MappingPreviewRequest = z.infer<typeof MappingPreviewRequest>;

export const MappingPreview = z.object({ inputs: z.record(z.string(), z.unknown()) });
export type MappingPreview = z.infer<typeof MappingPreview>;
