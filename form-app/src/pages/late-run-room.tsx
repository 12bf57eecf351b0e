import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../text/texts-context.ts';
import { loadedRunRoom, loadRunRoom } from './load-run-room.ts';
import { ProblemPage } from './problem-page.tsx';
import type { RunRoomProps } from './run-room.tsx';
import { Skeleton } from './skeleton.tsx';

/** A run's page as soon as its code is there. */
export function LateRunRoom(props: RunRoomProps) {
  const texts = useTexts();
  // In an object, since a function would be called as one that makes the next state.
  const [{ RunRoom }, setRoom] = useState(() => ({ RunRoom: loadedRunRoom() }));
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (RunRoom !== null) return;
    let isGone = false;
    setFailed(false);
    loadRunRoom().then(
      (found) => isGone || setRoom({ RunRoom: found }),
      () => isGone || setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [RunRoom, attempt]);
  if (RunRoom !== null) return <RunRoom {...props} />;
  if (!hasFailed) return <Skeleton />;
  return (
    <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={() => setAttempt((count) => count + 1)} />
  );
}
