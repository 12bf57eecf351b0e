import type { Agent } from '@portico/shared-types/api/agents';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import { ArrowUp, MessageCircle, RotateCcw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useSignedIn } from '../../../data/session.ts';
import { useTrial } from '../../../data/trial.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { trialTexts } from './texts.ts';
import { TrialReplyView } from './trial-reply.tsx';

const neededScopes = ['agents:execute', 'threads:write'] as const;

/** A chat with the saved agent, with the trace of each reply. */
export function TrialChat({ agent }: { agent: Agent }) {
  const say = useTexts(trialTexts);
  const { scopes } = useSignedIn();
  const trial = useTrial(agent.id);
  const { failed } = trial;
  const isUnsaved = useDraftExists(`agents/${agent.id}`);
  const canTry = neededScopes.every((scope) => scopes.includes(scope));
  const sayUi = useTexts(uiTexts);
  const isActive = agent.status === 'active';
  const obstacle = isActive ? sayUi('noPermissionText', { scopes: neededScopes.join(', ') }) : say('archived');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [trial.entries]);

  return (
    <section class="trial" aria-label={say('title')}>
      <header class="trial-head">
        <h2>{say('title')}</h2>
        {isUnsaved ? <span class="meta">{say('savedOnly')}</span> : null}
        <IconButton
          label={say('restart')}
          icon={RotateCcw}
          disabled={trial.entries.length === 0}
          onClick={() => trial.restart()}
        />
      </header>
      <div class="trial-list" ref={list} role="log" tabIndex={0} aria-label={say('title')}>
        {trial.entries.length === 0 ? (
          <EmptyState
            icon={MessageCircle}
            title={say('emptyTitle')}
            text={canTry && isActive ? say('emptyText') : obstacle}
          />
        ) : (
          trial.entries.map((entry, at) =>
            entry.kind === 'question' ? (
              // Entries are only ever added at the end.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={at} class="said-by-visitor" dir="auto">
                {entry.text}
              </p>
            ) : (
              <TrialReplyView
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                reply={entry}
                threadId={trial.threadId}
                onRetry={
                  at === trial.entries.length - 1 && failed !== null ? () => void trial.send(failed.text) : undefined
                }
              />
            ),
          )
        )}
      </div>
      <TrialForm
        disabled={!canTry || !isActive}
        isWriting={trial.isWriting}
        unsent={failed?.isUnsent === true ? failed.text : null}
        onSend={(text) => void trial.send(text)}
        onStop={() => trial.stop()}
      />
    </section>
  );
}

interface TrialFormProps {
  disabled: boolean;
  isWriting: boolean;
  /** A question that could not be sent; it returns to the field, to be changed or sent again. */
  unsent: string | null;
  onSend: (text: string) => void;
  onStop: () => void;
}

function TrialForm({ disabled, isWriting, unsent, onSend, onStop }: TrialFormProps) {
  const say = useTexts(trialTexts);
  const [text, setText] = useState('');
  useEffect(() => {
    if (unsent === null) return;
    setText((typed) => (typed === '' ? unsent : typed));
    return () => setText((typed) => (typed === unsent ? '' : typed));
  }, [unsent]);
  const send = () => {
    if (isBlank(text) || isWriting || disabled) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form
      class="trial-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        rows={1}
        aria-label={say('message')}
        placeholder={say('placeholder')}
        value={text}
        disabled={disabled}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send();
        }}
      />
      {isWriting ? (
        <IconButton label={say('stop')} icon={Square} look="secondary" onClick={onStop} />
      ) : (
        <IconButton type="submit" label={say('send')} icon={ArrowUp} look="primary" disabled={isBlank(text)} />
      )}
    </form>
  );
}

/** True while the form of this name has unsaved changes. */
function useDraftExists(name: string): boolean {
  const drafts = useDrafts();
  const [exists, setExists] = useState(() => drafts.read(name) !== undefined);
  useEffect(() => drafts.onChange(name, (draft) => setExists(draft !== undefined)), [drafts, name]);
  return exists;
}
