import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Facts } from '../../../ui/facts.tsx';
import { personaTexts } from '../texts.ts';
import { taskTexts } from './texts.ts';

/** What the task has used of what it may use. */
export function Budget({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const sayPersona = useTexts(personaTexts);
  const formats = useFormats();
  const { costCredits, maxCostCredits, maxDurationHours, usage } = task;
  const spent = say('creditsSpent', { spent: formats.number(costCredits), cap: formats.number(maxCostCredits) });
  return (
    <section class="card" aria-labelledby="budget">
      <h2 id="budget">{say('budget')}</h2>
      <div class="stack-tight task-budget">
        <span class="task-spent">{spent}</span>
        <progress max={maxCostCredits} value={Math.min(costCredits, maxCostCredits)} aria-label={spent} />
      </div>
      <Facts
        facts={[
          [say('used'), say('tokens', { count: usage.totalTokens })],
          [say('workingTime'), sayPersona('hours', { count: maxDurationHours })],
        ]}
      />
    </section>
  );
}
