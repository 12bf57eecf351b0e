import type { Execution } from '@portico/shared-types/api/executions';
import { isActive } from '../../../data/executions.ts';
import type { LiveExecution } from '../../../data/live-execution.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { ExecutionState } from '../execution-state.tsx';
import { executionTexts } from '../texts.ts';

/** The state in one line, and how far it has come. */
export function ExecutionHead({ execution, live }: { execution: Execution; live: LiveExecution }) {
  const say = useTexts(executionTexts);
  const formats = useFormats();
  const { status, created_at: createdAt, started_at: startedAt, duration_ms: duration } = execution;
  const { progress } = live;
  const isRunning = isActive(status);
  return (
    <div class="line execution-head" role="status">
      <ExecutionState status={status} />
      <span class="meta">
        {say(startedAt === null ? 'createdAt' : 'startedAt')} <Time at={startedAt ?? createdAt} />
        {duration === null ? '' : ` · ${say('took', { time: formats.duration(duration) })}`}
      </span>
      {isRunning && progress !== undefined ? (
        <span class="execution-part">
          <progress class="execution-progress" max={100} value={progress} aria-label={say('progress')} />
          <span class="meta">{formats.percent(progress / 100)}</span>
        </span>
      ) : null}
      {isRunning && !live.isConnected ? <span class="meta">{say('reconnecting')}</span> : null}
    </div>
  );
}
