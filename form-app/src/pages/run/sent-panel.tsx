import type { FormSubmission, PublicForm, SubmissionStatus } from '@portico/shared-types/api/public-forms';
import type { SentInput } from '../../store/form/form-state.ts';
import type { RunItem } from '../../store/run/run-items.ts';
import { displayName } from '../../text/display-name.ts';
import type { MessageKey } from '../../text/messages.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

export interface SentPanelProps {
  form: PublicForm;
  /** The input, if this tab knows it. */
  sent: SentInput | null;
  submission: FormSubmission;
  items: readonly RunItem[];
  status: SubmissionStatus;
}

/** The submitted input, with the state of each file and page; expanded while it is being read. */
export function SentPanel({ form, sent, submission, items, status }: SentPanelProps) {
  const texts = useTexts();
  const { message } = submission;
  const answers = listAnswers(form, sent);
  if (message === '' && items.length === 0 && answers.length === 0) return null;
  const isBeingRead = status === 'submitted' || status === 'processing';
  return (
    <details class="sent" open={isBeingRead}>
      <summary>
        <h2 id="sent-title">{texts.say('sentTitle')}</h2>
        <Icon name="chevron" />
      </summary>
      {message !== '' && (
        // A long one is scrolled, also with the keyboard.
        <div class="sent-message" dir="auto" tabIndex={0} role="group" aria-labelledby="sent-title">
          {message}
        </div>
      )}
      {answers.length > 0 && (
        <dl class="sent-answers">
          {answers.map(({ name, label, value }) => (
            <div key={name}>
              <dt>
                <bdi dir="auto">{label}</bdi>
              </dt>
              <dd>
                <bdi dir="auto">{Array.isArray(value) ? texts.formatNames(value.map(String)) : String(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
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

interface Answer {
  name: string;
  label: string;
  value: unknown;
}

/** What was entered in the form's own fields; a box that was not ticked is left out. */
function listAnswers({ fields }: PublicForm, sent: SentInput | null): Answer[] {
  const inputs = sent?.request.inputs ?? {};
  return fields
    .map(({ name, label }) => ({ name, label, value: inputs[name] === true ? '✓' : inputs[name] }))
    .filter(({ value }) => value !== undefined && value !== false && value !== '');
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
