import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'preact/compat';
import { useCallback, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { homeTexts } from './texts.ts';

const failed = {
  type: 'active',
  // Also while it is read again: what disappears and comes back would move the rest. What was deleted never comes back.
  predicate: ({ state: { data, error, errorUpdateCount } }: Query) =>
    data === undefined && errorUpdateCount > 0 && !(error instanceof ApiError && error.status === 404),
} as const;

/** Says that a part of this screen could not be loaded, and loads it again: else, nothing would seem to need attention. */
export function NotLoaded() {
  const say = useTexts(homeTexts);
  const sayUi = useTexts(uiTexts);
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const cache = queries.getQueryCache();
  const hasFailed = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => cache.findAll(failed).length > 0,
  );
  if (!hasFailed) return null;
  const retry = async () => {
    setBusy(true);
    await queries.refetchQueries(failed);
    setBusy(false);
  };
  return (
    <Banner tone="bad">
      <div class="line">
        <span class="grow">{say('notLoaded')}</span>
        <Button busy={isBusy} onClick={() => void retry()}>
          {sayUi('retry')}
        </Button>
      </div>
    </Banner>
  );
}
