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

/** The count in the title. There is one for the page, like its observer: two would undo each other's titles forever. */
let marked = 0;
const observer = new MutationObserver(markTitle);

function markTitle(): void {
  const plain = document.title.replace(/^\(\d+\) /, '');
  const title = marked === 0 ? plain : `(${marked}) ${plain}`;
  if (document.title !== title) document.title = title;
}

/** Puts the count before the title of each screen. */
function useMarkedTitle(count: number): void {
  useEffect(() => {
    marked = count;
    const element = document.querySelector('title');
    if (element !== null) observer.observe(element, { childList: true });
    markTitle();
    return () => observer.disconnect();
  }, [count]);
}
