/**
 * Test files that may take longer than 15 s, each with its reason. They start first, so that none of them runs alone at
 * the end.
 */
export const slowFiles: Record<string, string> = {
  'scripts/guards.test.ts':
    'runs the real guards (tsc, oxlint, knip, dependency-cruiser) over a copy of the repository',
  'server/src/features/executions/restart.test.ts':
    'two installations that are away for 3 s and then wait until 10 s are over',
  'server/src/features/form-interfaces/search/submission-index.test.ts':
    'five processes that are killed or ended, and started again',
  'server/src/features/executions/engine/templates/templates.test.ts':
    'expressions that use up the time and memory that they may',
  'server/src/platform/sandbox/run-script.test.ts': 'scripts that use up the time and memory that they may',
  'server/src/platform/extract/hostile-documents.test.ts': 'documents that use up the time and memory that they may',
  'server/src/features/personas/run/kill.test.ts': 'five processes that are killed and started again',
  'server/src/features/personas/run/kill-campaign.test.ts': 'five processes that are killed and started again',
  'server/src/platform/create-database.test.ts': 'two databases that are created with every migration',
  'server/test/specification/contract-6-nodes.test.ts': 'code that uses up the time and memory that it may',
  'server/test/specification/contract-7-execution-streams.test.ts':
    'a stream that is open until its first ping, which is due after 15 s',
  'server/test/backup.test.ts': 'commands and servers that are processes, a dozen of them',
  'server/test/bundle.test.ts': 'two servers, and commands that are processes, four of them',
  'server/test/foreign-settings.test.ts': 'servers and commands that are processes, a dozen of them',
  'server/test/full-disk.test.ts': 'a server and two commands, each a process with a database of its own',
  'server/test/upgrade/old-backup.test.ts':
    'commands that are processes, and databases that are created with every migration',
  'server/test/bad-starts.test.ts': 'starts 22 processes, each to its error',
  'server/test/contract/properties.test.ts':
    'sends generated requests, valid and not, to every operation of openapi.json',
  'server/test/curl-examples.test.ts': 'calls every endpoint with curl, a process for each call',
  'server/test/deployment.test.ts': 'ten processes that are started, and replaced one after the other',
  'server/test/hostile-texts.test.ts': 'texts of megabytes, divided and indexed',
  'server/test/faults/faults.test.ts':
    'a sample of each campaign: processes are killed, or stopped until their leases are over',
  'server/src/features/form-interfaces/run/submission-restart.test.ts':
    'processes that are killed or ended, and started again',
  'server/src/app/access-across-processes.test.ts': 'several processes on real services',
  'server/src/features/conversations/notices-across-processes.test.ts':
    'several processes on real services, one of which is killed',
  'server/src/features/threads/replies/cross-process.test.ts': 'several processes on real services',
  'server/src/features/threads/replies/resume.test.ts':
    'a process that is killed and started again, and a lease that ends',
  'server/src/features/triggers/schedules.test.ts':
    'a sweep that runs every 10 s, and ticks of a second before and after it',
  'server/src/features/webhooks/delivery-faults.test.ts': 'processes that are killed and started again',
  'server/test/interrupted-work.test.ts': 'processes that are killed and started again',
  'server/src/features/sources/crawl/crawl.test.ts':
    'crawls a site of 120 pages four times, one request after the other',
  'server/test/taken-slots.test.ts':
    'texts of megabytes, divided and indexed, and crawls, executions and tasks of several workspaces',
  'server/src/features/sources/delete-source.test.ts':
    'thousands of chunks that are deleted, a few in each transaction',
  'server/src/features/sources/restart.test.ts': 'processes that are killed or ended in a crawl, and started again',
  'server/test/kill-and-restart.test.ts': 'processes that are killed and started again',
};
