import {
  FormSubmission,
  FormSubmissionRequest,
  FormUpload,
  FormUploadRequest,
  PublicForm,
  submissionEvents,
  SubmissionQuery,
  SubmissionQueryAnswer,
} from '@portico/shared-types';
import { bodyLimitBytes } from '../../platform/http/read-request.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { readLanguage } from '../../platform/http/read-language.ts';
import { readLastEventId, requireEventStream } from '../../platform/http/stream-headers.ts';
import { EventStream } from '../../platform/sse.ts';
import { admitSubmitter } from './form/admit-submitter.ts';
import { formLimits } from './form/form-limits.ts';
import { presentForm } from './form/present-form.ts';
import { presentSubmission } from './submission/present-submission.ts';
import { querySubmission } from './search/query-submission.ts';
import { streamSubmission } from './submission/stream-submission.ts';
import { submitOnce } from './submission/submit-once.ts';
import { requireSubmission } from './submission/submissions.service.ts';
import { keepUpload, maxUploadBytes } from './upload/uploads.service.ts';

const { publicRoute } = routesOn<Platform>();

const tag = 'Public forms';
const base = '/form-interfaces/:slug';
const params = { slug: 'form interface' };
const submissionParams = { ...params, id: 'submission' };

export const publicFormRoutes = [
  publicRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'Get a form’s public configuration',
    description: 'Returns what the form app needs to render the form.',
    params,
    answer: PublicForm,
    admit: admitSubmitter,
    handle: async ({ admitted: { form } }) => presentForm(form),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/upload`,
    tag,
    summary: 'Upload a file for a submission',
    operationId: 'uploadFormFile',
    description: 'A file that is not used in a submission within a day is deleted.',
    params,
    body: FormUploadRequest,
    multipart: { maxBytes: (_, { form }) => maxUploadBytes(form), required: true },
    answer: FormUpload,
    status: 201,
    admit: admitSubmitter,
    limits: ({ admitted, ip }) => formLimits(admitted.form, ip, 'uploads'),
    handle: async ({ platform, admitted, body, file }) => {
      if (file === undefined) throw new Error('multipart.required rejects requests without a file');
      return keepUpload(platform, admitted.form, file, body);
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/submissions`,
    tag,
    summary: 'Submit a form',
    description:
      'Accepts the submission and returns at once; follow it by polling or by its event stream. A repeated Idempotency-Key returns the submission of the first request.',
    params,
    body: FormSubmissionRequest,
    maxBodyBytes: bodyLimitBytes,
    answer: FormSubmission,
    status: 202,
    admit: admitSubmitter,
    limits: ({ admitted, ip }) => formLimits(admitted.form, ip, 'submissions'),
    handle: async ({ platform, admitted: { form, draft }, body, headers, showLimits, signal }) =>
      submitOnce(platform, form, body, { locale: readLanguage(headers), draft, showLimits, headers, signal }),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/submissions/:id`,
    tag,
    summary: 'Get a submission',
    description: 'Returns the state of a submission, and its output or its error once it has ended.',
    params: submissionParams,
    answer: FormSubmission,
    admit: admitSubmitter,
    handle: async ({ platform, admitted, params: { id } }) =>
      presentSubmission(platform, await requireSubmission(platform, admitted.form, id)),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/submissions/:id/events`,
    tag,
    summary: 'Follow a submission',
    description:
      'Server-Sent Events from the first one, or after Last-Event-ID. The stream ends when the submission ends.',
    params: submissionParams,
    events: submissionEvents,
    errors: ['validation_error'],
    admit: admitSubmitter,
    handle: async ({ platform, admitted, params: { id }, headers }) => {
      const submission = await requireSubmission(platform, admitted.form, id);
      requireEventStream(headers);
      const after = readLastEventId(headers) ?? 0;
      return EventStream.of((signal) => streamSubmission(platform, submission, after, signal));
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/submissions/:id/query`,
    tag,
    summary: 'Ask a submission’s contents',
    description:
      'Searches the message, files and addresses of the submission for passages that match the question. With `answer`, a configured language model answers it from the result and these passages. The answer counts towards the form’s `daily_credits`.',
    params: submissionParams,
    body: SubmissionQuery,
    answer: SubmissionQueryAnswer,
    admit: admitSubmitter,
    limits: ({ admitted, ip }) => formLimits(admitted.form, ip, 'queries'),
    handle: async ({ platform, admitted, params: { id }, body, signal }) =>
      querySubmission(platform, await requireSubmission(platform, admitted.form, id), body, signal),
  }),
];
