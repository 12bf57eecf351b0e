import {
  Deleted,
  FormInterface,
  FormInterfaceCreate,
  FormInterfacePatch,
  FormSubmissionRecord,
  InterfacePreview,
  MappingPreview,
  MappingPreviewRequest,
  FormInterfaceListQuery,
  SubmissionExportQuery,
  SubmissionListQuery,
} from '@portico/shared-types';
import { tableFormats } from '../../platform/http/download-table.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import {
  createFormInterface,
  getFormInterface,
  pageFormInterfaces,
  patchFormInterface,
  previewFormInterface,
} from './form/form-interfaces.service.ts';
import { removeFormInterface } from './form/remove-form-interface.ts';
import type { FormsPlatform } from './forms-platform.ts';
import { previewMapping } from './run/preview-mapping.ts';
import { exportSubmissions } from './submission/export-submissions.ts';
import { removeSubmission } from './submission/remove-submission.ts';
import { rerunSubmission } from './submission/rerun-submission.ts';
import { getSubmission, pageSubmissions } from './submission/submissions.service.ts';

const { versionedRoute } = routesOn<FormsPlatform>();

const tag = 'Form interfaces';
const params = { id: 'form interface' };
const submissionParams = { ...params, submission_id: 'submission' };

export const formInterfaceRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/form-interfaces',
    tag,
    summary: 'List form interfaces, or find them by name',
    description: 'Lists the forms of the workspace, newest first.',
    scopes: ['interfaces:read'],
    query: FormInterfaceListQuery,
    answer: FormInterface,
    list: true,
    handle: async ({ platform, caller, query }) => pageFormInterfaces(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/form-interfaces',
    tag,
    summary: 'Create a form interface',
    description: 'Puts a workflow or an agent behind a form at `/forms/{slug}`.',
    scopes: ['interfaces:write'],
    body: FormInterfaceCreate,
    answer: FormInterface,
    status: 201,
    handle: async ({ platform, caller, body }) => createFormInterface(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/form-interfaces/:id',
    tag,
    summary: 'Get a form interface',
    description: 'Returns a form with all its settings.',
    scopes: ['interfaces:read'],
    params,
    answer: FormInterface,
    handle: async ({ platform, caller, params: { id } }) => getFormInterface(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/form-interfaces/:id',
    tag,
    summary: 'Change a form interface',
    description: 'A JSON Merge Patch: only the given fields change, and null resets a field to its default.',
    scopes: ['interfaces:write'],
    params,
    body: FormInterfacePatch,
    answer: FormInterface,
    handle: async ({ platform, caller, params: { id }, body }) =>
      patchFormInterface(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/form-interfaces/:id',
    tag,
    summary: 'Delete a form interface',
    description:
      'Deletes the form and all of its submissions with their files and threads. The executions of submissions in progress are cancelled.',
    scopes: ['interfaces:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removeFormInterface(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/form-interfaces/:id/submissions',
    tag,
    summary: 'List a form’s submissions',
    description:
      'Lists the submissions of visitors, newest first, with their results. `q` searches the words of messages and answers, and the names of files and addresses.',
    scopes: ['interfaces:read'],
    params,
    query: SubmissionListQuery,
    answer: FormSubmissionRecord,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      pageSubmissions(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/form-interfaces/:id/submissions/:submission_id',
    tag,
    summary: 'Get a form’s submission',
    description: 'Returns a submission of a visitor with its result.',
    scopes: ['interfaces:read'],
    params: submissionParams,
    answer: FormSubmissionRecord,
    handle: async ({ platform, caller, params: { id, submission_id: submissionId } }) =>
      getSubmission(platform, caller.workspaceId, id, submissionId),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/form-interfaces/:id/submissions/:submission_id',
    tag,
    summary: 'Delete a form’s submission',
    description:
      'Deletes a submission with its files, its execution or thread, and the deliveries of webhooks that contain it. One in progress is stopped, and webhooks are not notified. If the request is interrupted, repeat it.',
    operationId: 'deleteFormSubmission',
    scopes: ['interfaces:write'],
    params: submissionParams,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id, submission_id: submissionId } }) =>
      removeSubmission(platform, caller.workspaceId, id, submissionId),
  }),
  versionedRoute({
    method: 'GET',
    path: '/form-interfaces/:id/submissions/export',
    tag,
    summary: 'Download a form’s submissions',
    description: `Streams every submission that matches the query, newest first, ${tableFormats}.`,
    operationId: 'exportFormSubmissions',
    scopes: ['interfaces:read'],
    params,
    query: SubmissionExportQuery,
    bare: {
      'text/csv': { example: 'id,submitted_at,status,message,…\r\n1f6c…,2026-11-02T09:30:00.000Z,completed,…\r\n' },
      'application/x-ndjson': {
        example: '{"id":"1f6c…","execution_status":"completed","submitted_at":"2026-11-02T09:30:00.000Z"}\n',
      },
    },
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id }, query }) =>
      exportSubmissions(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/form-interfaces/:id/submissions/:submission_id/rerun',
    tag,
    summary: 'Run a submission again',
    description:
      'Submits the same message, inputs, addresses and files again and returns the new submission, which is processed by the form’s current target. The earlier submission does not change.',
    operationId: 'rerunFormSubmission',
    scopes: ['workflows:execute'],
    params: submissionParams,
    answer: FormSubmissionRecord,
    status: 202,
    errors: ['validation_error', 'rate_limit_exceeded'],
    handle: async ({ platform, caller, params: { id, submission_id: submissionId } }) =>
      rerunSubmission(platform, caller.workspaceId, id, submissionId),
  }),
  versionedRoute({
    method: 'POST',
    path: '/form-interfaces/:id/mapping-preview',
    tag,
    summary: 'Preview the mapping of a form',
    description:
      'Returns the inputs that the workflow would get from a submission, with the saved mapping or an unsaved one. The workflow is not executed.',
    operationId: 'previewFormMapping',
    scopes: ['interfaces:read'],
    params,
    body: MappingPreviewRequest,
    answer: MappingPreview,
    handle: async ({ platform, caller, params: { id }, body }) =>
      previewMapping(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'POST',
    path: '/form-interfaces/:id/preview',
    tag,
    summary: 'Preview a draft of a form interface',
    description:
      'Accepts the same body as a PATCH, saves nothing, and returns a token for 15 minutes. The page at `url` shows the draft. Its submissions are processed, marked and left out of statistics and of webhooks, but they count towards usage and limits.',
    operationId: 'previewFormInterface',
    scopes: ['interfaces:write'],
    params,
    body: FormInterfacePatch,
    answer: InterfacePreview,
    status: 201,
    handle: async ({ platform, caller, params: { id }, body }) =>
      previewFormInterface(platform, caller.workspaceId, id, body),
  }),
];
