import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { isEnded } from '../../../data/personas.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { TaskStatus } from '../task-status.tsx';
import { personaTexts } from '../texts.ts';
import { taskListTexts } from './texts.ts';

interface TaskTableProps {
  tasks: readonly PersonaInstance[];
  isOfOnePersona: boolean;
}

export function TaskTable({ tasks, isOfOnePersona }: TaskTableProps) {
  const say = useTexts(taskListTexts);
  const sayPersona = useTexts(personaTexts);
  const formats = useFormats();
  const persona = {
    title: sayPersona('persona'),
    render: ({ personaName }: PersonaInstance) => <span dir="auto">{personaName}</span>,
  };
  return (
    <div class="task-list">
      <DataTable
        label={sayPersona('tasks')}
        rows={tasks}
        href={({ id }) => `/personas/tasks/${id}`}
        columns={[
          { title: say('task'), render: ({ taskTitle }) => <span dir="auto">{taskTitle}</span> },
          ...(isOfOnePersona ? [] : [persona]),
          { title: say('status'), render: ({ status }) => <TaskStatus status={status} /> },
          { title: say('progress'), render: (task) => <TaskProgress task={task} /> },
          {
            title: say('cost'),
            align: 'end',
            render: ({ costCredits, maxCostCredits }) =>
              say('costOf', { spent: formats.number(costCredits), cap: formats.number(maxCostCredits) }),
          },
          { title: say('started'), render: ({ startedAt, createdAt }) => <Time at={startedAt ?? createdAt} /> },
        ]}
      />
    </div>
  );
}

/** How far a task is; of one that has not ended also the step it is at. */
function TaskProgress({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskListTexts);
  const { status, progress } = task;
  const count = progress.steps.length;
  const step = progress.steps.find(({ index }) => index === progress.currentStep);
  if (isEnded(status)) {
    const done = progress.steps.filter((each) => each.status === 'completed' || each.status === 'skipped').length;
    return <span class="soft">{say('stepsDone', { done, count })}</span>;
  }
  const place = step === undefined ? say('writingFiles') : say('stepOf', { at: step.index + 1, count });
  return (
    <div class="task-progress">
      <div class="task-at">
        <span>{place}</span>
        {step === undefined ? null : <bdi class="soft">{step.title}</bdi>}
      </div>
      <progress max={100} value={progress.percent} aria-label={place} />
    </div>
  );
}
