import { expect, it } from 'vitest';
import type { Execution, NodeRun } from '@portico/shared-types';
import { renderExecution } from './show-execution.ts';

const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + ms).toISOString();

const execution: Execution = {
  id: 'exe_1',
  workflow_id: 'wf_1',
  workflow_name: 'Enrich',
  workflow_version: 2,
  trigger_id: null,
  retry_of: null,
  status: 'failed',
  inputs: {},
  outputs: null,
  error: { code: 'node_execution_failed', message: 'no', node_id: 'each' },
  created_at: at(0),
  started_at: at(0),
  completed_at: at(2_500),
  cancelled_at: null,
  duration_ms: 2_500,
};

const run = (
  node_id: string,
  node_type: string,
  start: number,
  duration: number,
  extra: Partial<NodeRun> = {},
): NodeRun => ({
  node_id,
  node_type,
  status: 'completed',
  attempt: 1,
  inputs: null,
  outputs: null,
  error: null,
  started_at: at(start),
  completed_at: at(start + duration),
  duration_ms: duration,
  ...extra,
});

it('renders loops, called workflows and attempts as a tree', () => {
  const runs = [
    run('first', 'template', 1, 2),
    run('each', 'loop', 5, 2_400, {
      status: 'failed',
      error: { code: 'node_execution_failed', message: 'Item 1: no' },
    }),
    run('each[0].get', 'http_request', 6, 300),
    run('each[0].call', 'workflow', 310, 100),
    run('each[0].call.deep', 'template', 311, 9),
    run('each[1].get', 'http_request', 7, 1_500, {
      status: 'failed',
      error: { code: 'node_timeout', message: 'slow' },
    }),
    run('each[1].get', 'http_request', 1_600, 20, {
      status: 'failed',
      attempt: 2,
      error: { code: 'node_execution_failed', message: 'no' },
    }),
  ];
  expect(renderExecution(execution, runs)).toBe(`exe_1  Enrich (version 2)  failed in 2.50 s
started 2026-01-01T00:00:00.000Z
node_execution_failed at each: no
├─ first          template      completed           +1 ms    2 ms
└─ each           loop          failed              +5 ms    2.40 s  node_execution_failed: Item 1: no
   ├─ [0]
   │  ├─ get      http_request  completed           +6 ms    300 ms
   │  └─ call     workflow      completed           +310 ms  100 ms
   │     └─ deep  template      completed           +311 ms  9 ms
   └─ [1]
      └─ get      http_request  failed (attempt 1)  +7 ms    1.50 s  node_timeout: slow
                  http_request  failed (attempt 2)  +1.60 s  20 ms  node_execution_failed: no
`);
});

it('shows each error in one line, without codes for the terminal', () => {
  const message = '\u001b[2Jno\nexe_2  Enrich  completed';
  const error = { code: 'node_execution_failed', message } as const;
  const text = renderExecution({ ...execution, workflow_name: 'En\nrich\u0007', error: { ...error, node_id: 'get' } }, [
    run('get', 'http_request', 0, 1, { status: 'failed', error }),
  ]);
  expect(text.split('\n')).toEqual([
    'exe_1  En rich (version 2)  failed in 2.50 s',
    `started ${at(0)}`,
    'node_execution_failed at get: [2Jno exe_2  Enrich  completed',
    '└─ get  http_request  failed  +0 ms  1 ms  node_execution_failed: [2Jno exe_2  Enrich  completed',
    '',
  ]);
});
