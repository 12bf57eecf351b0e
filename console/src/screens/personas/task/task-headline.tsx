import type { PersonaInstance } from '@portico/shared-types/api/personas';
import type { RefObject } from 'preact';
import { useCan } from '../../../data/session.ts';
import { useFormats, type Formats } from '../../../text/formats.ts';
import { useTexts, type Say } from '../../../text/use-texts.ts';
import { TaskStatus } from '../task-status.tsx';
import { taskTexts } from './texts.ts';

interface TaskHeadlineProps {
  task: PersonaInstance;
  isConnected: boolean;
  /** Gets the focus when what had it has left the page. */
  line: RefObject<HTMLDivElement | null>;
}

/** The state of a task in one line, and how far it is. */
export function TaskHeadline({ task, isConnected, line }: TaskHeadlineProps) {
  const say = useTexts(taskTexts);
  const formats = useFormats();
  const canDecide = useCan('executions:approve');
  const { percent } = task.progress;
  return (
    <div ref={line} class="task-headline" tabIndex={-1} role="group" aria-label={say('statusLine')}>
      <div class="line" role="status">
        <TaskStatus status={task.status} />
        <bdi class="grow">{describe(task, say, formats, canDecide)}</bdi>
        {isConnected ? null : <span class="meta">{say('reconnecting')}</span>}
      </div>
      <div class="task-percent">
        <progress max={100} value={percent} aria-label={formats.percent(percent / 100)} />
        <span class="meta" aria-hidden="true">
          {formats.percent(percent / 100)}
        </span>
      </div>
    </div>
  );
}

function describe(task: PersonaInstance, say: Say<typeof taskTexts>, formats: Formats, canDecide: boolean): string {
  const { status, progress, startedAt, completedAt } = task;
  const step = progress.steps.find(({ index }) => index === progress.currentStep);
  const took = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  const time = Number.isNaN(took) ? undefined : formats.duration(took);
  switch (status) {
    case 'pending':
      return say('startsSoon');
    case 'running':
      return step === undefined
        ? say('writesFiles')
        : say('worksOn', { at: step.index + 1, count: progress.steps.length, title: step.title });
    case 'awaiting_approval':
      return say(canDecide ? 'waitsForYou' : 'waitsForOthers');
    case 'paused_budget':
      return say('isPaused');
    case 'completed':
      return time === undefined ? '' : say('tookTime', { time });
    default:
      return time === undefined ? '' : say('endedAfter', { time });
  }
}
