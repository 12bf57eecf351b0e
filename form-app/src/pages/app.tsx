import { useEffect, useState } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { PublicFormCover } from '@portico/shared-types/api/public-forms';
import type { HostBridge } from '../host/host-bridge.ts';
import type { AppState } from '../store/app-store.ts';
import type { Drawer } from '../store/storage.ts';
import { useStore } from '../store/use-store.ts';
import { applyAccent } from '../styles/apply-look.ts';
import { useTexts } from '../text/texts-context.ts';
import type { FormClient } from '../transport/form-client.ts';
import { useAnnouncer } from '../ui/announce-context.ts';
import { FormScreen } from './form/form-screen.tsx';
import { loadedRunScreen, loadRunScreen } from './run/load-run-screen.ts';
import type { RunScreenProps } from './run/run-screen.tsx';
import { ProblemPage } from './problem-page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { findCover } from '../covers/covers.ts';

export interface AppProps {
  app: StoreApi<AppState>;
  client: FormClient;
  bridge: HostBridge;
  drawers: { drafts: Drawer; sent: Drawer; edits: Drawer };
  onTheme(theme: 'light' | 'dark' | 'auto'): void;
}

/** The page with the form's look around the current screen. */
export function App(props: AppProps) {
  const texts = useTexts();
  const announcer = useAnnouncer();
  const state = useStore(props.app, (state) => state);
  const { form, failure, submissionId } = state;
  const [hasRetried, setRetried] = useState(false);
  const isFirst = state.visit === 0 && !hasRetried;
  const retry = () => {
    setRetried(true);
    void state.load();
  };

  useEffect(() => {
    addEventListener('popstate', state.followAddress);
    return () => removeEventListener('popstate', state.followAddress);
  }, [state.followAddress]);
  useEffect(() => () => announcer.clear(), [announcer, state.visit]);
  useEffect(() => {
    if (form === null) return;
    document.title = form.title;
    applyAccent(document.documentElement, form.cover);
  }, [form]);
  useEffect(() => {
    if (failure !== null) props.bridge.send({ type: 'error', code: failure, message: '' });
  }, [failure, props.bridge]);

  return (
    <div class="page">
      {form !== null && <Cover cover={form.cover} isSmall={submissionId !== null} />}
      <main class={form === null || form.cover === null ? 'card card-bare' : 'card'}>
        {failure === 'missing' && <ProblemPage kind="form" takesFocus={!isFirst} />}
        {failure === 'unreachable' && (
          <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={retry} takesFocus={!isFirst} />
        )}
        {failure === null && form === null && <Skeleton />}
        {form !== null && submissionId === null && (
          <FormScreen key={state.visit} {...props} state={state} form={form} isFirst={isFirst} />
        )}
        {form !== null && submissionId !== null && (
          <LazyRunScreen key={state.visit} {...props} state={state} form={form} isFirst={isFirst} id={submissionId} />
        )}
      </main>
      {!props.bridge.isEmbedded && <footer class="made-with">{texts.say('madeWith', { name: 'Portico' })}</footer>}
    </div>
  );
}

/**
 * The cover above the form; decoration, so it has no text alternative. A picture that can't be loaded leaves no gap.
 */
function Cover({ cover, isSmall }: { cover: PublicFormCover | null; isSmall: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (cover === null || isBroken) return null;
  const className = isSmall ? 'cover cover-small' : 'cover';
  if (cover.type === 'color')
    return <div class={`${className} cover-colour`} style={{ backgroundColor: cover.value }} />;
  const source = cover.type === 'stock' ? findCover(cover.value).url : cover.value;
  return (
    <div class={className}>
      <img src={source} alt="" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
    </div>
  );
}

/** A run's page once its code is loaded. */
function LazyRunScreen(props: RunScreenProps) {
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
  const isFirst = props.isFirst && attempt === 0;
  if (RunScreen !== null) return <RunScreen {...props} isFirst={isFirst} />;
  if (!hasFailed) return <Skeleton />;
  const retry = () => setAttempt((count) => count + 1);
  return <ProblemPage kind="unreachable" action={texts.say('tryAgain')} onAction={retry} takesFocus={!isFirst} />;
}
