import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { personaTexts } from '../texts.ts';
import { ResumeTask } from './resume-task.tsx';
import { taskTexts } from './texts.ts';

/** Why a task failed or paused, and what to do about it. */
export function TaskNotices({ task }: { task: PersonaInstance }) {
  if (task.status === 'failed') return <Failure task={task} />;
  if (task.status === 'paused_budget') return <Pause task={task} />;
  return null;
}

function Failure({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const failed = task.progress.steps.find(({ status }) => status === 'failed');
  const advice = `why_${task.error?.code ?? ''}`;
  return (
    <Banner tone="bad">
      <p>
        <strong>{failed === undefined ? say('failedTitle') : say('failedInStep', { at: failed.index + 1 })}</strong>{' '}
        {isKey(advice) ? say(advice) : null}
      </p>
      {task.error === null ? null : <p dir="auto">{task.error.message}</p>}
    </Banner>
  );
}

function isKey(key: string): key is keyof typeof taskTexts {
  return Object.hasOwn(taskTexts, key);
}

function Pause({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const sayPersona = useTexts(personaTexts);
  const formats = useFormats();
  const canResume = useCan('personas:execute');
  const [isResuming, setResuming] = useState(false);
  return (
    <Banner tone="wait">
      <div class="line">
        <span class="grow">
          {task.pauseReason === 'duration'
            ? say('pausedByTime', { hours: sayPersona('hours', { count: task.maxDurationHours }) })
            : say('pausedByCost', { cap: formats.number(task.maxCostCredits) })}
        </span>
        {canResume ? (
          <Button look="primary" icon={Play} onClick={() => setResuming(true)}>
            {say('resume')}
          </Button>
        ) : null}
      </div>
      {isResuming ? <ResumeTask task={task} onClose={() => setResuming(false)} /> : null}
    </Banner>
  );
}
