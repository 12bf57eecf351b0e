import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'wouter';
import { readStored } from '../../app/stored.ts';
import { useFirstRun } from '../../data/first-run.ts';
import { useCan, useSignedIn } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Skeleton } from '../../ui/states.tsx';
import { doneKeyOf, stepsOf } from './steps.ts';
import { homeTexts } from './texts.ts';

/** Milliseconds between two checks for the widget on the owner's site while somebody may be waiting for it here. */
const pollMs = 5_000;
/** A no-break space: a line without words. */
const nothingYet = '\u00A0';

/** The first steps to an agent on the owner's site. Disappears when all are done. */
export function FirstSteps() {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const canBuild = useCan('interfaces:write');
  const { workspace } = useSignedIn();
  const run = useFirstRun(pollMs);
  if (!canBuild || run === null) return null;
  // As high as what follows, so that the figures below it stay where they are.
  if (run === undefined) {
    if (readStored('local', doneKeyOf(workspace?.id ?? '')) === true) return <p class="soft">{nothingYet}</p>;
    return (
      <div class="card first-steps first-steps-loading">
        <Skeleton kind="rows" lines={4} />
      </div>
    );
  }
  const steps = stepsOf(run);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) {
    return <p class="soft">{say('allDone', { sites: formats.list(run.sites) })}</p>;
  }
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <div class="line">
        <h2 id="first-steps" class="grow">
          {say('firstSteps')}
        </h2>
        <span class="meta">{say('progress', { done, count: steps.length })}</span>
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step.name} class={step === next ? 'first-step first-step-next' : 'first-step'}>
            <span class={step.isDone ? 'step-mark step-mark-done' : 'step-mark'} aria-hidden="true">
              {step.isDone ? <Check size={14} /> : null}
            </span>
            <div class="stack-tight">
              <h3>
                {say(step.name)} {step.isDone ? <span class="visually-hidden">({say('done')})</span> : null}
              </h3>
              {step.isDone ? null : <p class="soft">{say(`${step.name}Text`)}</p>}
            </div>
            {step.isDone ? null : (
              <Link href={step.href} className={step === next ? 'button button-primary' : 'button button-secondary'}>
                <span class="button-inside">
                  {say(`${step.name}Action`)}
                  <ArrowRight size={14} aria-hidden="true" />
                </span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
