import type { PublicForm, FormSubmission } from '@portico/shared-types/api/public-forms';
import { useEffect, useState } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { AskState } from '../../store/run/ask-store.ts';
import type { SentInput } from '../../store/form/form-state.ts';
import type { RunStore } from '../../store/run/run-store.ts';
import { useStore } from '../../store/use-store.ts';
import { useTexts } from '../../text/texts-context.ts';
import { AskPanel } from '../ask/ask-panel.tsx';
import { Intro } from '../../ui/intro.tsx';
import { NowPanel } from './now-panel.tsx';
import { OutputPanel } from './output-panel.tsx';
import { ProblemPage } from '../problem-page.tsx';
import { RunActions } from './run-actions.tsx';
import { SentPanel } from './sent-panel.tsx';
import { Steps } from './steps.tsx';
import type { WayBack } from '../../store/app-store.ts';
import type { RunItem } from '../../store/run/run-items.ts';
import { failureKey, fieldKey } from '../../text/error-keys.ts';
import { displayName } from '../../text/display-name.ts';
import { Icon } from '../../ui/icon.tsx';

export interface RunPageProps {
  form: PublicForm;
  store: RunStore;
  asking: StoreApi<AskState>;
  /** The input, if this tab knows it. */
  sent: SentInput | null;
  isFirst: boolean;
  wayBack: WayBack;
  onForm(sent: SentInput | null): void;
}

/** A submission from sending to its result. */
export function RunPage({ form, store, asking, sent, isFirst, wayBack, onForm }: RunPageProps) {
  const texts = useTexts();
  const run = useStore(store, (state) => state);
  useEffect(() => {
    void store.getState().follow();
    return () => store.close();
  }, [store]);

  const [hasRetried, setRetried] = useState(false);
  const takesFocus = !isFirst || hasRetried;
  const retry = () => {
    setRetried(true);
    void run.follow();
  };
  if (run.load === 'missing') {
    const toForm = () => onForm(null);
    return <ProblemPage kind="result" action={texts.say('toForm')} onAction={toForm} takesFocus={takesFocus} />;
  }
  if (run.load === 'unreachable') {
    return <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={retry} takesFocus={takesFocus} />;
  }
  const { submission, status } = run;
  if (submission === null) return <p class="loading">{texts.say('loading')}</p>;
  const isOver = status === 'completed' || status === 'failed';
  // Both the result and the input can be asked about, but not unreadable files.
  const canAsk = run.items.some(({ state }) => state !== 'unread') || (isOver && run.output !== '');
  return (
    <>
      <Intro
        title={form.title}
        description={status === 'failed' ? null : form.successMessage}
        takesFocus={takesFocus}
      />
      <Steps status={status} errorCode={submission.error?.code} />
      {!isOver && <NowPanel run={run} wayBack={wayBack} />}
      {status === 'failed' && <FailedPanel error={submission.error ?? null} items={run.items} />}
      {status !== 'failed' && <UnreadPanel items={run.items} />}
      {(run.output !== '' || status === 'completed') && <OutputPanel form={form} run={run} />}
      {canAsk && (status === 'running' || isOver) && <AskPanel store={asking} />}
      <SentPanel form={form} sent={sent} submission={submission} items={run.items} status={status} />
      {isOver && <RunActions run={run} sent={sent} submission={submission} wayBack={wayBack} onForm={onForm} />}
    </>
  );
}

/** Why there is no result, and that nothing is lost. Only texts by the form's owner are shown unchanged. */
function FailedPanel({ error, items }: { error: FormSubmission['error'] | null; items: readonly RunItem[] }) {
  const texts = useTexts();
  const known = error == null || error.message === '' ? 'failedRun' : failureKey(error.code);
  const unread = items.filter(isUnread);
  return (
    <section class="summary" aria-labelledby="failed-title">
      <Icon name="alert" />
      <div>
        <h2 id="failed-title">{texts.say('failedTitle')}</h2>
        <p class="failed-reason" dir="auto">
          {known === undefined ? error?.message : texts.say(known)}
        </p>
        {unread.length > 0 && <UnreadList class="failed-items" items={unread} />}
        <p>{texts.say('failedKept')}</p>
      </div>
    </section>
  );
}

/** The files and addresses missing from the result, and why. */
function UnreadPanel({ items }: { items: readonly RunItem[] }) {
  const texts = useTexts();
  const unread = items.filter(isUnread);
  if (unread.length === 0) return null;
  return (
    <section class="notice notice-wait unread" aria-labelledby="unread-title">
      <Icon name="alert" />
      <div>
        <h2 id="unread-title">{texts.say('unreadTitle')}</h2>
        <p>{texts.say('unreadText')}</p>
        <UnreadList items={unread} />
      </div>
    </section>
  );
}

const isUnread = ({ state }: RunItem): boolean => state === 'unread';

/** Files and addresses that could not be read, each with the reason. */
function UnreadList({ items, class: className }: { items: readonly RunItem[]; class?: string }) {
  const texts = useTexts();
  return (
    <ul class={className}>
      {items.map(({ id, name, kind, fault }) => (
        <li key={id}>
          <bdi class="unread-name" dir="auto">
            {displayName(name)}
          </bdi>{' '}
          <span>{texts.say(fieldKey(fault ?? 'invalid', kind === 'file' ? 'files' : 'urls'))}</span>
        </li>
      ))}
    </ul>
  );
}
