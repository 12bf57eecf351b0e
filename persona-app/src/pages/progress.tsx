import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { useTexts } from '../text/texts.ts';
import { Step } from './step.tsx';

/** The progress of the steps, their results, and the cost of the task. */
export function Progress({ task }: { task: LinkedPersonaInstance }) {
  const texts = useTexts();
  const awaited = new Set(task.approvals.flatMap(({ status, stepIndex }) => (status === 'pending' ? [stepIndex] : [])));
  const { progress, costCredits, maxCostCredits, startedAt, completedAt } = task;
  const spent = texts.say('spent', {
    spent: texts.formatCount(costCredits),
    most: texts.formatCount(maxCostCredits),
  });
  return (
    <section aria-labelledby="progress-heading">
      <h2 id="progress-heading">{texts.say('progress')}</h2>
      <div class="run-bar-line">
        <progress max={100} value={progress.percent} aria-labelledby="progress-heading" />
        <span aria-hidden="true">{texts.formatPercent(progress.percent / 100)}</span>
      </div>
      <ol class="steps">
        {progress.steps.map((step) => (
          <Step
            key={step.index}
            step={step}
            isTaskRunning={task.status === 'running'}
            isAwaited={awaited.has(step.index)}
          />
        ))}
      </ol>
      <dl class="run-figures">
        <Figure name={texts.say('credits')} value={spent} />
        {startedAt !== null && <Figure name={texts.say('started')} value={texts.formatTime(startedAt)} />}
        {completedAt !== null && <Figure name={texts.say('ended')} value={texts.formatTime(completedAt)} />}
      </dl>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
