import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { useEffect, useState } from 'preact/hooks';
import type { AppState } from '../../store/app-store.ts';
import { createFormStore } from '../../store/form/form-store.ts';
import { readPrefill } from '../../store/form/prefill.ts';
import { readSent } from '../../store/run/sent-input.ts';
import { useTexts } from '../../text/texts-context.ts';
import { uploadFile } from '../../transport/upload-file.ts';
import { useAnnouncer } from '../../ui/announce-context.ts';
import type { AppProps } from '../app.tsx';
import { FormPage } from './form-page.tsx';
import { loadRunScreen } from '../run/load-run-screen.ts';

export interface FormScreenProps extends AppProps {
  state: AppState;
  form: PublicForm;
  /** The first page since the load: the focus stays at its beginning. */
  isFirst: boolean;
}

/** The form page with its store, until it is submitted. */
export function FormScreen({ state, form, isFirst, client, bridge, drawers, onTheme }: FormScreenProps) {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  // Each visit mounts this component again, so the store is created once.
  const [store] = useState(() => {
    const made = createFormStore(
      {
        form,
        client,
        texts,
        drafts: drawers.drafts,
        upload: uploadFile,
        announce,
        onSubmitted: (submission, sent) => {
          bridge.send({ type: 'submitted' });
          state.openRun(submission, sent);
        },
        onChanged: state.openChanged,
        onError: (code, message) => bridge.send({ type: 'error', code, message }),
      },
      state.start,
      state.leftRun === null ? null : (readSent(drawers.sent, state.leftRun, form)?.draft ?? null),
    );
    made.getState().prefill(readPrefill(location.search, form));
    if (state.problems.length > 0) made.setState({ problems: state.problems, failures: 1 });
    return made;
  });
  // Loaded while the visitor fills the form in; a failed load is retried when the run is opened.
  useEffect(() => {
    const stop = store.subscribe(() => {
      stop();
      loadRunScreen().catch(() => undefined);
    });
    return stop;
  }, [store]);
  useEffect(() => bridge.listen({ onPrefill: store.getState().prefill, onTheme }), [store, bridge, onTheme]);

  const startOver = () => {
    store.discard();
    state.startOver();
  };
  return <FormPage form={form} store={store} isFirst={isFirst} onStartOver={startOver} />;
}
