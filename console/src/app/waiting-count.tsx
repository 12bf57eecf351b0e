import { useEffect } from 'preact/hooks';
import { lazy, Suspense } from 'preact/compat';
import { useMine, useWaiting } from '../data/waiting.ts';
import { useTexts } from '../text/use-texts.ts';
import { SideCount } from '../ui/side-count.tsx';
import { appTexts } from './texts.ts';

// Without its code, the count is still of use.
const VisitorNotices = lazy(async () => import('./visitor-notices.tsx').catch(() => ({ default: () => null })));

/**
 * The number of waiting visitors, beside the name of the conversations' screen; also in the title of the tab. A copy
 * only shows the number, so that visitors are announced once.
 */
export function WaitingCount({ isCopy = false }: { isCopy?: boolean }) {
  const say = useTexts(appTexts);
  const { data } = useWaiting();
  const count = data?.pagination.total_count ?? 0;
  return (
    <>
      <SideCount count={count} label={say('waitingCount', { count })} />
      {isCopy ? null : <Announcements count={count} />}
    </>
  );
}

function Announcements({ count }: { count: number }) {
  const { data: waiting } = useWaiting();
  const { data: mine } = useMine();
  useMarkedTitle(count);
  if (waiting === undefined || mine === undefined) return null;
  const isWhole = count <= waiting.data.length;
  return (
    <Suspense fallback={null}>
      <VisitorNotices waiting={waiting.data} isWhole={isWhole} mine={mine.data} />
    </Suspense>
  );
}

/** Puts the count before the title of each screen. */
function useMarkedTitle(count: number): void {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const marked = count === 0 ? plain : `(${count}) ${plain}`;
      if (document.title !== marked) document.title = marked;
    };
    const element = document.querySelector('title');
    const observer = new MutationObserver(mark);
    if (element !== null) observer.observe(element, { childList: true });
    mark();
    return () => observer.disconnect();
  }, [count]);
}
