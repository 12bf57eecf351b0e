import type { Source } from '@portico/shared-types/api/sources';
import { RefreshCw, Square } from 'lucide-react';
import { useSync } from '../../../data/sources.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { sourceTexts } from './texts.ts';

/** Starts a run, or stops the one in progress. */
export function RunActions({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const isRunning = source.status === 'syncing';
  const act = useSync(source.knowledge_base_id, source.id, isRunning ? 'cancel' : 'sync');
  return (
    <Button
      look={isRunning ? 'secondary' : 'primary'}
      icon={isRunning ? Square : RefreshCw}
      busy={act.isPending}
      onClick={() => act.mutate(undefined, { onError: (error) => toaster.failed(explain(error)) })}
    >
      {say(isRunning ? 'cancelRun' : 'runNow')}
    </Button>
  );
}
