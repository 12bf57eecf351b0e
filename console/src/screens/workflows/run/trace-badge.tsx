import type { NodeRunStatus } from '@portico/shared-types/api/executions';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Clock,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { executionTexts } from '../../executions/texts.ts';
import { runTexts } from './texts.ts';
import type { NodeTrace } from './trace.ts';

const icons: Readonly<Record<NodeRunStatus, LucideIcon>> = {
  running: LoaderCircle,
  waiting: Clock,
  completed: CircleCheck,
  failed: CircleAlert,
  skipped: CircleSlash,
  cancelled: CircleSlash,
};

/** The status of a node in a run, as an icon and a word; undefined if it has not run. */
export function TraceBadge({ trace }: { trace: NodeTrace | undefined }) {
  const say = useTexts(runTexts);
  const sayState = useTexts(executionTexts);
  const formats = useFormats();
  if (trace === undefined) {
    return (
      <span class="trace-badge trace-idle">
        <CircleDashed size={14} aria-hidden="true" />
        {say('notRun')}
      </span>
    );
  }
  const { status, run, started, settled } = trace;
  const Icon = icons[status];
  const details = [
    run.attempt > 1 ? say('attempt', { number: run.attempt }) : undefined,
    started > 1 ? say('itemsSettled', { settled, started }) : undefined,
    started === 1 && run.duration_ms !== null ? formats.duration(run.duration_ms) : undefined,
  ].filter((detail) => detail !== undefined);
  return (
    <span class={`trace-badge trace-${status}`}>
      <Icon size={14} aria-hidden="true" />
      {[sayState(status), ...details].join(' · ')}
    </span>
  );
}
