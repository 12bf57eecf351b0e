import type { FormSubmission, SubmissionStatus } from '@portico/shared-types/api/public-forms';
import type { RunItem } from '../../store/run/run-items.ts';
import { displayName } from '../../text/display-name.ts';
import type { MessageKey } from '../../text/messages.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

export interface SentPanelProps {
  submission: FormSubmission;
  items: readonly RunItem[];
  status: SubmissionStatus;
}

/** The submitted input, with the state of each file and page; expanded while it is being read. */
export function SentPanel({ submission, items, status }: SentPanelProps) {
  const texts = useTexts();
  const { message } = submission;
  if (message === '' && items.length === 0) return null;
  const isBeingRead = status === 'submitted' || status === 'processing';
  return (
    <details class="sent" open={isBeingRead}>
      <summary>
        <h2>{texts.say('sentTitle')}</h2>
        <Icon name="chevron" />
      </summary>
      {message !== '' && (
        <p class="sent-message" dir="auto">
          {message}
        </p>
      )}
      {items.length > 0 && (
        <ul class="sent-items">
          {items.map((item) => (
            <li key={item.id} class={`sent-item sent-${item.state}`}>
              <Icon name={item.kind === 'file' ? 'file' : 'globe'} />
              <bdi class="sent-name" dir="auto">
                {displayName(item.name)}
              </bdi>
              {(status !== 'failed' || item.state === 'unread') && <ItemState state={item.state} />}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const stateNames = {
  waiting: 'itemWaiting',
  reading: 'itemReading',
  read: 'itemRead',
  unread: 'itemUnread',
} as const satisfies Record<RunItem['state'], MessageKey>;

function ItemState({ state }: { state: RunItem['state'] }) {
  const texts = useTexts();
  return (
    <span class="sent-state">
      {state === 'reading' && <span class="spinner" />}
      {state === 'read' && <Icon name="check" />}
      {state === 'unread' && <Icon name="close" />}
      {texts.say(stateNames[state])}
    </span>
  );
}
