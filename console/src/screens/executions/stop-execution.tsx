import { OctagonX } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useCancelExecution } from '../../data/executions.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { executionTexts } from './texts.ts';

/** Stops an execution that has not ended, after a question. */
export function StopExecution({ id }: { id: string }) {
  const say = useTexts(executionTexts);
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelExecution(id);
  return (
    <>
      <Button icon={OctagonX} onClick={() => setAsking(true)}>
        {say('stop')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say('stopTitle')}
        text={say('stopText')}
        action={say('stopAction')}
        onConfirm={async () => cancel.mutateAsync()}
      />
    </>
  );
}
