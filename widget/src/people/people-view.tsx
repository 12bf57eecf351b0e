import type { Texts as PeopleTexts } from '@portico/shared-types/languages/en/widget-people';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-people';
import { useLayoutEffect, useState } from 'preact/hooks';
import { speakable } from '@portico/browser-kit/markdown/plain-text';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { Typing } from '../ui/typing.tsx';
import { drawAttention } from './draw-attention.ts';
import { sendTypingNotices } from './send-typing-notices.ts';

export { default as styles } from './people.css?inline';

/** A person counts as typing for this long after the last notice, in milliseconds. */
const typesForMs = 5_000;

/** The texts about people in a language. */
export function peopleTexts(language: string): PeopleTexts {
  return textsByLanguage[language] ?? textsByLanguage.en;
}

/**
 * Above the composer: how to reach a person, who it is, and what to do if nobody comes or the conversation is closed.
 */
export function PeopleView() {
  const { chat, language, texts, announcement } = usePanel();
  const labels = peopleTexts(language.value);
  const { status, assignee, available, rated = false, reachable = false } = chat.answering.state.value;
  const isTyping = useTyping();
  const name = assignee?.name ?? '';
  const last = chat.messages.value.findLast(({ role }) => role === 'assistant');
  const isLeft = status === 'bot' && last?.author?.type === 'system';

  useLayoutEffect(() => sendTypingNotices(chat), [chat]);
  useLayoutEffect(
    () =>
      drawAttention(chat, ({ author, content }) => {
        const speaker = author?.name ?? chat.face.peek().behaviour.title;
        announcement.value = fill(texts.peek().says, { name: speaker, text: speakable(content) });
      }),
    [chat, announcement, texts],
  );
  const said = {
    waiting: labels.waiting,
    human: fill(labels.answers, { name }),
    closed: rated ? '' : labels.rate,
    bot: '',
  }[status];
  useLayoutEffect(() => {
    if (said !== '') announcement.value = said;
  }, [said, announcement]);

  if (status === 'closed') return <Rating labels={labels} isRated={rated} />;
  if (status === 'human') {
    return isTyping ? (
      <p class="people">
        <Typing label="" />
        <span dir="auto">{fill(labels.types, { name })}</span>
      </p>
    ) : null;
  }
  const { handover } = chat.face.value;
  return (
    <>
      {status === 'waiting' && (
        <p class="people">
          <Icon name="clock" />
          {labels.waiting}
        </p>
      )}
      {handover?.askEmail && (isLeft || (status === 'waiting' && !(available ?? handover.available))) ? (
        <LeaveAddress labels={labels} isKnown={reachable} />
      ) : (
        status === 'bot' && handover?.enabled && <Offer labels={labels} />
      )}
    </>
  );
}

function Offer({ labels }: { labels: PeopleTexts }) {
  const { chat } = usePanel();
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="people">
      <button
        type="button"
        class="link"
        aria-disabled={isAsking}
        onClick={() => {
          if (isAsking) return;
          setAsking(true);
          void chat.act('handover').then(() => setAsking(false));
        }}
      >
        <Icon name="person" />
        {labels.ask}
      </button>
    </div>
  );
}

/** The answer may come by mail. Not asked of a visitor whose address the site or the server knows. */
function LeaveAddress({ labels, isKnown }: { labels: PeopleTexts; isKnown: boolean }) {
  const { chat, announcement } = usePanel();
  const [isKept, setKept] = useState(chat.options.value.identity?.email !== undefined);
  const [email, setEmail] = useState('');
  if (isKept || isKnown) return <p class="people">{labels.emailKept}</p>;
  return (
    <form
      class="people address"
      onSubmit={(event) => {
        event.preventDefault();
        void chat.act('email', { email }).then((isDone) => {
          if (!isDone) return;
          announcement.value = labels.emailKept;
          setKept(true);
        });
      }}
    >
      <label for="portico-address">{labels.askEmail}</label>
      <input
        id="portico-address"
        type="email"
        required
        autocomplete="email"
        dir="ltr"
        placeholder={labels.email}
        value={email}
        onInput={(event) => setEmail(event.currentTarget.value)}
      />
      <button type="submit" class="btn">
        {labels.send}
      </button>
    </form>
  );
}

const faces = ['😞', '😕', '😐', '😊', '😀'] as const;

/** A score is sent immediately; a comment may follow it. Not asked of a visitor who has rated elsewhere (`isRated`). */
function Rating({ labels, isRated }: { labels: PeopleTexts; isRated: boolean }) {
  const { chat, announcement } = usePanel();
  const [score, setScore] = useState(0);
  const [comment, setComment] = useState('');
  const [isDone, setDone] = useState(false);
  const rate = async (chosen: number, text?: string) => {
    const body = text === undefined ? { score: chosen } : { score: chosen, comment: text };
    // Immediately, because the server may report the rating before it responds.
    setScore(chosen);
    if (!(await chat.act('rating', body))) return setScore(score);
    if (text === undefined) return;
    setDone(true);
    announcement.value = labels.thanks;
  };
  if (isDone || (isRated && score === 0)) return <p class="people">{labels.thanks}</p>;
  return (
    <form
      class="people"
      onSubmit={(event) => {
        event.preventDefault();
        void rate(score, comment.trim());
      }}
    >
      <fieldset class="rating">
        <legend>{labels.rate}</legend>
        {faces.map((face, at) => (
          <button
            key={face}
            type="button"
            aria-label={labels.scores[at]}
            title={labels.scores[at]}
            aria-pressed={score === at + 1}
            onClick={() => void rate(at + 1)}
          >
            {face}
          </button>
        ))}
      </fieldset>
      {score > 0 && (
        <>
          <textarea
            rows={2}
            dir="auto"
            maxLength={2_000}
            aria-label={labels.comment}
            placeholder={labels.comment}
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
          <button type="submit" class="btn">
            {labels.send}
          </button>
        </>
      )}
    </form>
  );
}

/** True for some seconds after a person was typing, or until their message comes. */
function useTyping(): boolean {
  const { chat } = usePanel();
  const typedAt = chat.answering.typedAt.value;
  const [endedAt, setEndedAt] = useState(0);
  const spoken = chat.messages.value.findLast(({ author }) => author?.type === 'member')?.id;
  useLayoutEffect(() => {
    const timer = setTimeout(() => setEndedAt(typedAt), typesForMs);
    return () => clearTimeout(timer);
  }, [typedAt]);
  useLayoutEffect(() => setEndedAt(chat.answering.typedAt.peek()), [spoken, chat]);
  return typedAt > endedAt;
}
