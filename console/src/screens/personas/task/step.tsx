import type { PersonaStep, PersonaStepStatus } from '@portico/shared-types/api/personas';
import {
  Circle,
  CircleCheck,
  CircleDotDashed,
  CircleMinus,
  CirclePause,
  CircleSlash,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'preact/hooks';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { personaTexts } from '../texts.ts';
import { taskTexts } from './texts.ts';

/** Characters of a result that are rendered; a model can write megabytes. */
const maxRendered = 100_000;

type Shown = PersonaStepStatus | 'waiting';

const states = {
  pending: [Circle, 'stepPending'],
  running: [CircleDotDashed, 'stepRunning'],
  waiting: [CirclePause, 'stepWaiting'],
  completed: [CircleCheck, 'stepCompleted'],
  skipped: [CircleSlash, 'stepSkipped'],
  failed: [CircleX, 'stepFailed'],
  cancelled: [CircleMinus, 'stepCancelled'],
} as const satisfies Record<Shown, readonly [LucideIcon, keyof typeof taskTexts]>;

/** One step. While the persona is at it, its result is open, until the reader decides otherwise. */
export function Step({ step, isWorking }: { step: PersonaStep; isWorking: boolean }) {
  const say = useTexts(taskTexts);
  // Nobody works on a step that waits for a decision, or for the task to be resumed.
  const shown: Shown = step.status === 'running' && !isWorking ? 'waiting' : step.status;
  const [Icon, state] = states[shown];
  const isCurrent = shown === 'running' || shown === 'waiting';
  return (
    <li class="task-step" data-state={shown} {...(isCurrent ? { 'aria-current': 'step' as const } : {})}>
      <span class="task-step-icon">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div class="stack-tight">
        <p class="task-step-title" dir="auto">
          {step.title}
        </p>
        <p class="meta">
          {say(state)}
          <StepFigures step={step} />
        </p>
        {step.output === null || step.output === '' ? null : (
          <StepResult
            text={step.output}
            isWriting={shown === 'running'}
            isOpenFirst={isCurrent || shown === 'failed'}
          />
        )}
      </div>
    </li>
  );
}

/** How long it took, and what it cost. */
function StepFigures({ step }: { step: PersonaStep }) {
  const say = useTexts(personaTexts);
  const formats = useFormats();
  const { startedAt, completedAt, costCredits } = step;
  return (
    <>
      {startedAt === null || completedAt === null
        ? null
        : ` · ${formats.duration(Date.parse(completedAt) - Date.parse(startedAt))}`}
      {costCredits === 0 ? null : ` · ${say('credits', { count: costCredits })}`}
    </>
  );
}

interface StepResultProps {
  text: string;
  isWriting: boolean;
  isOpenFirst: boolean;
}

function StepResult({ text, isWriting, isOpenFirst }: StepResultProps) {
  const say = useTexts(taskTexts);
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isOpenFirst;
  return (
    <details
      class="more"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // The event also reports what this component has changed itself.
        if (currentTarget.open !== isOpen) setChoice(currentTarget.open);
      }}
    >
      <summary>{say(isWriting ? 'resultSoFar' : 'result')}</summary>
      {isOpen ? (
        <div class="task-result">
          <MarkdownText text={startOf(text, maxRendered)} isStreaming={isWriting} />
          {text.length > maxRendered ? <p class="help">{say('resultTooLong')}</p> : null}
          <div>
            <CopyButton text={text} />
          </div>
        </div>
      ) : null}
    </details>
  );
}
