import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { Agents } from '../agents/index.ts';
import type { Executions } from '../executions/index.ts';
import type { Threads } from '../threads/index.ts';
import { formInterfaceRoutes } from './form-interfaces.routes.ts';
import { sweepDeletedForms } from './form/remove-form-interface.ts';
import type { FormsPlatform } from './forms-platform.ts';
import { publicFormRoutes } from './public-forms.routes.ts';
import { startSubmissionWorkers } from './run/submissions.worker.ts';
import { indexJob } from './search/indexing.jobs.ts';
import { type Indexing, releaseRequested } from './search/indexing.sql.ts';
import { startIndexer } from './search/indexing.worker.ts';
import { finishSubmissionRemoval, removeSubmissionJob } from './submission/remove-submission.ts';
import { storeMissingWords } from './submission/submission-words.ts';
import { processJob } from './submission/submissions.jobs.ts';
import type { ClaimedSubmission } from './submission/submissions.claims.sql.ts';
import { sweepResumableUploads } from './upload/resumable-uploads.ts';
import { sweepUploads } from './upload/uploads.service.ts';

interface FormPorts {
  readonly agents: Agents;
  readonly executions: Executions;
  readonly threads: Threads;
}

export function createFormInterfaces(platform: Platform, ports: FormPorts): Feature {
  const extended: FormsPlatform = { ...platform, ...ports };
  const reader = new LocalWorker<ClaimedSubmission>();
  const indexer = new LocalWorker<Indexing>();
  return {
    name: 'form-interfaces',
    routes: bindRoutes(extended, [...formInterfaceRoutes, ...publicFormRoutes]),
    jobs: [
      bindJob(processJob, async () => reader.current?.wake()),
      bindJob(removeSubmissionJob, async (removal) => finishSubmissionRemoval(extended, removal)),
      bindJob(indexJob, async ({ submission_id: id, attempt }) => {
        await releaseRequested(platform.database.sql, id, attempt);
        indexer.current?.wake();
      }),
    ],
    sweeps: [
      { name: 'form-submissions.words', everyMs: 30_000, run: async () => storeMissingWords(platform) },
      { name: 'deleted-forms', everyMs: 5000, run: async () => sweepDeletedForms(extended) },
      { name: 'form-uploads', everyMs: 600_000, run: async () => sweepUploads(platform) },
      { name: 'resumable-uploads', everyMs: 600_000, run: async () => sweepResumableUploads(platform) },
    ],
    start: () => {
      const stops = [startSubmissionWorkers(extended, reader, indexer), startIndexer(platform, indexer)];
      return async () => {
        await Promise.all(stops.map(async (stop) => stop()));
      };
    },
  };
}
