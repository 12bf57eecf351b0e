import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AppState } from '../store/app-store.ts';
import { createFormStore } from '../store/form-store.ts';
import { readPrefill } from '../store/prefill.ts';
import { useTexts } from '../text/texts-context.ts';
import { uploadFile } from '../transport/upload-file.ts';
import { useAnnounce } from './announcer.ts';
import type { AppProps } from './app.tsx';
import { FormPage } from './form-page.tsx';

export interface FormRoomProps extends AppProps {
  state: AppState;
  form: PublicForm;
}

/** The form page with its store, from the first key to the submission. */
export function FormRoom({ state, form, client, bridge, drawers, onTheme }: FormRoomProps) {
  const texts = useTexts();
  const announce = useAnnounce();
  const [round, setRound] = useState(0);
  const store = useMemo(() => {
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
        onError: (code, message) => bridge.send({ type: 'error', code, message }),
      },
      round === 0 ? state.start : null,
    );
    made.getState().prefill(readPrefill(location.search, form));
    return made;
  }, [round]);
  useEffect(() => bridge.listen({ onPrefill: store.getState().prefill, onTheme }), [store]);

  const startOver = () => {
    store.discard();
    setRound(round + 1);
  };
  return (
    <FormPage
      key={round}
      form={form}
      store={store}
      isFirst={state.visit === 0 && round === 0}
      onStartOver={startOver}
    />
  );
}
