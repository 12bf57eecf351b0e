import { ArrowRight } from 'lucide-react';
import { useEffect } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { readStored, writeStored } from '../../app/stored.ts';
import { useFirstRun } from '../../data/first-run.ts';
import { useTexts } from '../../text/use-texts.ts';
import { doneKeyOf, stepsOf } from './steps.ts';
import { homeTexts } from './texts.ts';
import './next-step.css';

/** Milliseconds between two checks for the widget on the owner's site. */
const pollMs = 15_000;

/** The next of the first steps, shown on every other screen, so that nobody has to go back to the list to find it. */
export default function NextStep({ workspaceId }: { workspaceId: string }) {
  const kept = doneKeyOf(workspaceId);
  return readStored('local', kept) === true ? null : <OpenStep kept={kept} />;
}

function OpenStep({ kept }: { kept: string }) {
  const say = useTexts(homeTexts);
  const [location] = useLocation();
  // Home and the page about the installation look for the widget themselves.
  const isWatched = location === '/' || location.endsWith('/install');
  const run = useFirstRun(isWatched ? false : pollMs);
  const steps = run === undefined || run === null ? [] : stepsOf(run);
  const next = steps.find(({ isDone }) => !isDone);
  const isOver = steps.length > 0 && next === undefined;
  useEffect(() => {
    if (isOver) writeStored('local', kept, true);
  }, [isOver, kept]);
  if (next === undefined || location === '/' || location.startsWith(next.href)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Link href={next.href} className="next-step">
      <span class="meta">
        {say('next')} · {say('progress', { done, count: steps.length })}
      </span>
      <span class="next-step-name">
        {say(next.name)}
        <ArrowRight size={14} aria-hidden="true" />
      </span>
    </Link>
  );
}
