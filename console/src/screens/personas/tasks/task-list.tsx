import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { ListChecks } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { personas, useTasks } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { ItemFilter } from '../../../ui/item-filter.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { personaTexts } from '../texts.ts';
import { TaskTable } from './task-table.tsx';
import { taskListTexts } from './texts.ts';

interface TaskListProps {
  /** Limits the list to one persona. */
  personaId?: string;
  /** Shown if there is no task yet. */
  startAction: ComponentChildren;
}

const statuses = [
  'awaiting_approval',
  'paused_budget',
  'running',
  'pending',
  'completed',
  'failed',
  'cancelled',
] as const;

/** Tasks, newest first, filtered by the address. */
export function TaskList({ personaId, startAction }: TaskListProps) {
  const say = useTexts(taskListTexts);
  const sayPersona = useTexts(personaTexts);
  const sayUi = useTexts(uiTexts);
  const { query, page, setPage, setFilter } = useListState();
  const { status = '', personaId: chosen = '' } = query;
  const list = useTasks({ page, status, personaId: personaId ?? chosen });
  const isFiltered = status !== '' || (personaId === undefined && chosen !== '') || page > 1;
  return (
    <Loaded query={list} skeleton={<Skeleton kind="rows" lines={6} />}>
      {({ data, pagination }) =>
        data.length === 0 && !isFiltered ? (
          <EmptyState
            icon={ListChecks}
            title={say(personaId === undefined ? 'emptyTitle' : 'emptyOfPersona')}
            text={say('emptyText')}
          >
            {startAction}
          </EmptyState>
        ) : (
          <div class="stack">
            <div class="toolbar">
              <ChoiceFilter
                label={say('status')}
                options={statuses.map((value) => ({ value, label: sayPersona(value) }))}
                value={status}
                onValue={(value) => setFilter('status', value)}
              />
              {personaId === undefined ? (
                <PersonaFilter chosen={chosen} tasks={data} onChoose={(value) => setFilter('personaId', value)} />
              ) : null}
            </div>
            {data.length === 0 ? <p class="soft">{sayUi('noneFound')}</p> : null}
            <TaskTable tasks={data} isOfOnePersona={personaId !== undefined} />
            <Pager pagination={pagination} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  );
}

interface PersonaFilterProps {
  chosen: string;
  tasks: readonly PersonaInstance[];
  onChoose: (id: string) => void;
}

function PersonaFilter({ chosen, tasks, onChoose }: PersonaFilterProps) {
  const say = useTexts(personaTexts);
  // A deleted persona is not in the list, but its tasks still name it.
  const name = tasks.find(({ personaId }) => personaId === chosen)?.personaName;
  return (
    <ItemFilter
      label={say('persona')}
      query={personas.useAll()}
      resource={personas}
      valueName={name}
      value={chosen}
      onValue={onChoose}
    />
  );
}
