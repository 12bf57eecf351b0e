import type { ExecutionError, NodeRun } from '@portico/shared-types/api/executions';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { findFailedRun } from '../nodes/find-failed-run.ts';
import { useNodePath } from '../nodes/nodes-context.ts';
import { RunDetails } from '../nodes/run-details.tsx';
import { executionTexts } from '../texts.ts';

/** What to do about an error (docs/reference/executions.md#errors-of-a-run). */
const advice = {
  node_execution_failed: 'adviceFailed',
  node_timeout: 'adviceTimeout',
  execution_timeout: 'adviceDuration',
  template_error: 'adviceTemplate',
  approval_rejected: 'adviceRejected',
  budget_exceeded: 'adviceBudget',
  rate_limit_exceeded: 'adviceBudget',
} as const satisfies Record<string, keyof typeof executionTexts>;

interface FailureProps {
  error: ExecutionError;
  runs: readonly NodeRun[];
  isLoading: boolean;
}

/** What failed and why, what to do, and the data of the node that failed. */
export function Failure({ error, runs, isLoading }: FailureProps) {
  const say = useTexts(executionTexts);
  const nameOf = useNodePath();
  const cause = findFailedRun(error, runs);
  const path = cause?.node_id ?? error.node_id;
  const isOwn = cause?.node_type === 'fail';
  return (
    <section class="card" aria-labelledby="failure">
      <h2 id="failure" class="failure-title">
        {path === null ? say('executionFailed') : <bdi>{say('nodeFailed', { name: nameOf(path) })}</bdi>}
      </h2>
      <Banner tone="bad">
        <LongText text={error.message} label={say('error')} />
        <code dir="ltr">{startOf(error.code, 100)}</code>
      </Banner>
      <p class="failure-advice">{say(isOwn ? 'adviceOwn' : adviceFor(error.code))}</p>
      {cause === undefined && isLoading && path !== null ? <Skeleton lines={4} /> : null}
      {cause === undefined ? null : <RunDetails run={cause} isOnly={cause.attempt === 1} isErrorAbove />}
    </section>
  );
}

function adviceFor(code: string): (typeof advice)[keyof typeof advice] | 'adviceFailed' {
  const known: Readonly<Record<string, (typeof advice)[keyof typeof advice]>> = advice;
  return known[code] ?? 'adviceFailed';
}
