import type { Source } from '@portico/shared-types/api/sources';
import { RefreshCw, Square } from 'lucide-react';
import { useSync } from '../../../data/sources.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { sourceTexts } from './texts.ts';

/** Starts a run, or stops the one in progress. */
export function RunActions({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  const isRunning = source.status === 'syncing';
  const act = useSync(source, isRunning ? 'cancel' : 'sync', { onFailed: useReportFailure() });
  return (
    <Button
      look={isRunning ? 'secondary' : 'primary'}
      icon={isRunning ? Square : RefreshCw}
      busy={act.isPending}
      onClick={() => act.mutate()}
    >
      {say(isRunning ? 'cancelRun' : 'runNow')}
    </Button>
  );
}
