import type { Workflow } from '@portico/shared-types/api/workflows';
import { Play } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { RunDialog } from './run-dialog.tsx';
import { runTexts } from './texts.ts';

/** The main action of a workflow's page. */
export function RunButton({ workflow }: { workflow: Workflow }) {
  const say = useTexts(runTexts);
  const canRun = useCan('workflows:execute');
  const [isOpen, setOpen] = useState(false);
  if (!canRun) return null;
  return (
    <>
      <Button look="primary" icon={Play} onClick={() => setOpen(true)}>
        {say('run')}
      </Button>
      {isOpen ? <RunDialog workflow={workflow} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
