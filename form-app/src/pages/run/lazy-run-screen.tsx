import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../../text/texts-context.ts';
import { loadedRunScreen, loadRunScreen } from './load-run-screen.ts';
import { ProblemPage } from '../problem-page.tsx';
import type { RunScreenProps } from './run-screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A run's page once its code is loaded. */
export function LazyRunScreen(props: RunScreenProps) {
  const texts = useTexts();
  // In an object, because a function would be called as a state updater.
  const [{ RunScreen }, setScreen] = useState(() => ({ RunScreen: loadedRunScreen() }));
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (RunScreen !== null) return;
    let isGone = false;
    setFailed(false);
    loadRunScreen().then(
      (found) => isGone || setScreen({ RunScreen: found }),
      () => isGone || setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [RunScreen, attempt]);
  if (RunScreen !== null) return <RunScreen {...props} />;
  if (!hasFailed) return <Skeleton />;
  return (
    <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={() => setAttempt((count) => count + 1)} />
  );
}
