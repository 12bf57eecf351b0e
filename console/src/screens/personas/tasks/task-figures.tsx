import { figuresPollMs, useTotal } from '../../../data/totals.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Figure } from '../../../ui/figure.tsx';
import { taskListTexts } from './texts.ts';

/** How many tasks wait for a person or are at work; each figure opens the list of these tasks. */
export function TaskFigures() {
  const say = useTexts(taskListTexts);
  const formats = useFormats();
  const toDecide = useTaskTotal('awaiting_approval');
  const atLimit = useTaskTotal('paused_budget');
  const atWork = useTaskTotal('running');
  const format = (count: number | undefined) => (count === undefined ? undefined : formats.number(count));
  return (
    <ul class="figures task-figures" aria-label={say('overview')}>
      <Figure
        title={say('needDecision')}
        value={format(toDecide)}
        href="/personas?status=awaiting_approval"
        isUrgent={toDecide !== undefined && toDecide > 0}
      />
      <Figure
        title={say('atLimit')}
        value={format(atLimit)}
        href="/personas?status=paused_budget"
        isUrgent={atLimit !== undefined && atLimit > 0}
      />
      <Figure title={say('atWork')} value={format(atWork)} href="/personas?status=running" />
    </ul>
  );
}

const useTaskTotal = (status: string) => useTotal(`/api/personas/instances?status=${status}`, true, figuresPollMs).data;
