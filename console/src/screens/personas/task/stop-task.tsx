import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { Square } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useCancelTask } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { taskTexts } from './texts.ts';

/** Ends a task for good, after a question. */
export function StopTask({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const cancel = useCancelTask(task.id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={Square} onClick={() => setAsking(true)}>
        {say('stop')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say('stopTitle', { title: task.taskTitle })}
        text={say('stopText')}
        action={say('stop')}
        onConfirm={async () => cancel.mutateAsync()}
      />
    </>
  );
}
