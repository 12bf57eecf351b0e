import { useEffect, useState } from 'preact/hooks';
import { createAskStore } from '../../store/run/ask-store.ts';
import { createRunStore } from '../../store/run/run-store.ts';
import { readSent } from '../../store/run/sent-input.ts';
import { useTexts } from '../../text/texts-context.ts';
import { useAnnouncer } from '../../ui/announce-context.ts';
import type { FormScreenProps } from '../form/form-screen.tsx';
import { RunPage } from './run-page.tsx';

export interface RunScreenProps extends FormScreenProps {
  id: string;
}

/** A run's page with its stores. */
export function RunScreen({ state, form, isFirst, client, bridge, drawers, onTheme, id }: RunScreenProps) {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  const [sent] = useState(() => readSent(drawers.sent, id, form));
  const [asking] = useState(() => createAskStore(id, client));
  const [store] = useState(() =>
    createRunStore({
      id,
      form,
      client,
      texts,
      edits: drawers.edits,
      announce,
      onSubmitted: (submission, input) => {
        bridge.send({ type: 'submitted' });
        state.openRun(submission, input);
      },
      onCompleted: () => bridge.send({ type: 'completed' }),
      onFailed: (code, message) => bridge.send({ type: 'error', code, message }),
    }),
  );
  useEffect(() => bridge.listen({ onPrefill: () => undefined, onTheme }), [bridge, onTheme]);
  return (
    <RunPage
      form={form}
      store={store}
      asking={asking}
      sent={sent}
      isFirst={isFirst}
      wayBack={state.wayBack}
      onForm={(input) => state.openForm(input?.draft ?? null)}
    />
  );
}
