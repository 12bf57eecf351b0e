import { Play } from 'lucide-react';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useNewDialog } from '../../../ui/use-list-state.ts';
import { PersonasFrame } from '../personas-frame.tsx';
import { personaTexts } from '../texts.ts';
import { ChoosePersona } from './choose-persona.tsx';
import { TaskFigures } from './task-figures.tsx';
import { TaskList } from './task-list.tsx';

/** The tasks of all personas; those that wait for a person are counted first. */
export function TasksTab() {
  const say = useTexts(personaTexts);
  const canStart = useCan('personas:execute');
  const [isChoosing, setChoosing] = useNewDialog();
  const start = canStart ? (
    <Button look="primary" icon={Play} onClick={() => setChoosing(true)}>
      {say('startTask')}
    </Button>
  ) : undefined;
  return (
    <PersonasFrame actions={start}>
      <TaskFigures />
      <TaskList startAction={start} />
      {isChoosing && canStart ? <ChoosePersona onClose={() => setChoosing(false)} /> : null}
    </PersonasFrame>
  );
}
