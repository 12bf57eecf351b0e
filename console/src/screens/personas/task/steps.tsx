import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useTexts } from '../../../text/use-texts.ts';
import { Step } from './step.tsx';
import { taskTexts } from './texts.ts';

/** The procedure, step by step, with the result of each. */
export function Steps({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  return (
    <section class="stack" aria-labelledby="steps">
      <h2 id="steps">{say('steps')}</h2>
      <ol class="task-steps">
        {task.progress.steps.map((step) => (
          <Step key={step.index} step={step} isWorking={task.status === 'running'} />
        ))}
      </ol>
    </section>
  );
}
