import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { useRef } from 'preact/hooks';
import { isEnded, useLiveTask, useTask } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { useListAddress } from '../../../ui/visited-lists.ts';
import { personaTexts } from '../texts.ts';
import { AboutTask } from './about-task.tsx';
import { Approvals } from './approvals.tsx';
import { Budget } from './budget.tsx';
import { Decided } from './decided.tsx';
import { Files } from './files.tsx';
import { Share } from './share.tsx';
import { Steps } from './steps.tsx';
import { StopTask } from './stop-task.tsx';
import { TaskHeadline } from './task-headline.tsx';
import { TaskNotices } from './task-notices.tsx';
import { taskTexts } from './texts.ts';

export function TaskPage({ id }: { id: string }) {
  const say = useTexts(taskTexts);
  const task = useTask(id);
  return (
    <LoadedPage query={task} title={say('task')} wide>
      {(loaded) => <OpenTask task={loaded} />}
    </LoadedPage>
  );
}

/** One task: what needs a person first, then its files and steps; its budget and link beside them. */
function OpenTask({ task }: { task: PersonaInstance }) {
  const sayPersona = useTexts(personaTexts);
  const say = useTexts(taskTexts);
  const canStop = useCan('personas:execute');
  const line = useRef<HTMLDivElement>(null);
  // The task may have been opened from the list of all tasks, or from that of its persona.
  const list = useListAddress('/personas', `/personas/${task.personaId}/tasks`);
  const isOpen = !isEnded(task.status);
  const isConnected = useLiveTask(task.id, isOpen);
  return (
    <Page
      title={task.taskTitle}
      wide
      back={{ href: list, title: sayPersona('tasks') }}
      actions={isOpen && canStop ? <StopTask task={task} /> : undefined}
    >
      <div class="beside task">
        <div class="task-main">
          <TaskHeadline task={task} isConnected={isConnected} line={line} />
          <TaskNotices task={task} />
          <Approvals task={task} onFocusLost={() => line.current?.focus()} />
          <Files taskId={task.id} />
          <Steps task={task} />
          <Decided approvals={task.approvals} />
        </div>
        <aside class="stack" aria-label={say('about')}>
          <Budget task={task} />
          <Share task={task} />
          <AboutTask task={task} />
        </aside>
      </div>
    </Page>
  );
}
