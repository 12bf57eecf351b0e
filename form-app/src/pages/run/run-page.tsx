import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { useEffect } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { AskState } from '../../store/run/ask-store.ts';
import type { SentInput } from '../../store/form/form-state.ts';
import type { RunStore } from '../../store/run/run-store.ts';
import { useStore } from '../../store/use-store.ts';
import { useTexts } from '../../text/texts-context.ts';
import { AskPanel } from '../ask/ask-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { Intro } from '../../ui/intro.tsx';
import { NowPanel } from './now-panel.tsx';
import { OutputPanel } from './output-panel.tsx';
import { ProblemPage } from '../problem-page.tsx';
import { RunActions } from './run-actions.tsx';
import { SentPanel } from './sent-panel.tsx';
import { Steps } from './steps.tsx';
import { UnreadPanel } from './unread-panel.tsx';
import type { WayBack } from '../../store/app-store.ts';

export interface RunPageProps {
  form: PublicForm;
  store: RunStore;
  asking: StoreApi<AskState>;
  /** What was sent, where this tab knows it. */
  sent: SentInput | null;
  isFirst: boolean;
  wayBack: WayBack;
  onForm(sent: SentInput | null): void;
}

/** A submission from its sending to its result. */
export function RunPage({ form, store, asking, sent, isFirst, wayBack, onForm }: RunPageProps) {
  const texts = useTexts();
  const run = useStore(store, (state) => state);
  useEffect(() => {
    void store.getState().follow();
    return () => store.close();
  }, [store]);

  if (run.load === 'missing') {
    return <ProblemPage kind="result" action={texts.say('toForm')} onAction={() => onForm(null)} />;
  }
  if (run.load === 'unreachable') {
    return <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={() => void run.follow()} />;
  }
  const { submission, status } = run;
  if (submission === null) return <p class="loading">{texts.say('loading')}</p>;
  const isOver = status === 'completed' || status === 'failed';
  // Of what couldn't be read nothing can be asked.
  const hasContents = run.items.some(({ state }) => state !== 'unread');
  return (
    <>
      <Intro title={form.title} description={status === 'failed' ? null : form.successMessage} takesFocus={!isFirst} />
      <Steps status={status} errorCode={submission.error?.code} />
      {!isOver && <NowPanel run={run} wayBack={wayBack} />}
      {status === 'failed' && <FailedPanel error={submission.error ?? null} items={run.items} />}
      {status !== 'failed' && <UnreadPanel items={run.items} />}
      {(run.output !== '' || status === 'completed') && <OutputPanel form={form} run={run} />}
      {hasContents && (status === 'running' || isOver) && <AskPanel store={asking} />}
      <SentPanel submission={submission} items={run.items} status={status} />
      {isOver && <RunActions run={run} sent={sent} submission={submission} wayBack={wayBack} onForm={onForm} />}
    </>
  );
}
