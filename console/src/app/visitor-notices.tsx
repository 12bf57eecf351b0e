import type { Conversation } from '@portico/shared-types/api/conversations';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useTexts, type Say } from '../text/use-texts.ts';
import { useToaster } from '../ui/toaster.tsx';
import { readNoticeChoice, showNotice, writeNoticeChoice } from './notice-choice.ts';
import { noticeTexts } from './notice-texts.ts';
import { playChimeOnce } from './play-chime.ts';
import { appTexts } from './texts.ts';

interface Props {
  /** Conversations that wait for a person, or got no answer and were not read since; only the former are announced. */
  waiting: readonly Conversation[];
  /** Whether no others wait. */
  isWhole: boolean;
  /** Conversations in which this member answers. */
  mine: readonly Conversation[];
}

/** What a member is notified of, by a key that is new each time. */
interface Call {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly body: string;
}

/** A visitor's wait for a person. */
interface Wait {
  /** Its `waiting_since`. */
  readonly since: string | null;
  /** The same as long as it lasts. */
  readonly key: string;
  /** When it began, or was first seen; ISO 8601. */
  readonly at: string;
}

/**
 * Plays a sound and shows a notification, as the member has chosen, once for each visitor who begins to wait and for each
 * message to this member that is not in front of them.
 */
export default function VisitorNotices({ waiting, isWhole, mine }: Props) {
  const say = useTexts(appTexts);
  const sayNotice = useTexts(noticeTexts);
  const toaster = useToaster();
  const [location, navigate] = useLocation();
  // What happened before this page was opened is visible in the list.
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const ongoing = useRef<ReadonlyMap<string, Wait>>(new Map());
  /** The latest notification of each conversation. */
  const notices = useRef(new Map<string, Notification>());
  useEffect(() => {
    const ended = new Set(waiting.filter(({ status }) => status !== 'waiting').map(({ id }) => id));
    const waits = waiting
      .filter(({ id }) => !ended.has(id))
      .map((conversation) => {
        const wait = ongoing.current.get(conversation.id);
        return { conversation, wait: waitOf(conversation, wait, known.current) };
      });
    // Those that are not among the shown ones may continue.
    const others = isWhole ? [] : [...ongoing.current].filter(([id]) => !ended.has(id));
    ongoing.current = new Map([...others, ...waits.map(({ conversation: { id }, wait }) => [id, wait] as const)]);
    const calls = new Map([
      ...waits.map(({ conversation, wait }) => callOfWait(conversation, wait, say)),
      ...mine.flatMap((each) => callOf(each, say)),
    ]);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...calls.keys()]);
    if (before === undefined) return;
    const arrived = [...calls].filter(([key]) => !before.has(key)).map(([key, call]) => ({ key, ...call }));
    const unseen = arrived.filter(({ id }) => !document.hasFocus() || location !== `/conversations/${id}`);
    const last = unseen
      .map(({ at }) => at)
      .toSorted()
      .at(-1);
    if (last === undefined) return;
    const choice = readNoticeChoice();
    if (choice.sound) playChimeOnce(last);
    if (!choice.desktop) return;
    for (const { key, id, title, body } of unseen) {
      // Several tabs together show one. The next one of a conversation has another tag: with the same, it would replace
      // this one without being announced.
      const notice = showNotice(title, { body, tag: key });
      if (notice === undefined) {
        writeNoticeChoice({ ...choice, desktop: false });
        toaster.failed(sayNotice('cannotShow'));
        return;
      }
      notices.current.get(id)?.close();
      notices.current.set(id, notice);
      notice.addEventListener('click', () => {
        focus();
        navigate(`/conversations/${id}`);
        notice.close();
      });
    }
  }, [waiting, isWhole, mine, say, sayNotice, toaster, location, navigate]);
  return null;
}

const nameOf = ({ visitor }: Conversation, say: Say<typeof appTexts>): string =>
  visitor.name ?? visitor.email ?? say('aVisitor');

/**
 * The wait of a visitor. A later one keeps `waiting_since` while nobody has read the conversation; it is a new one if the
 * earlier one is known and no longer `ongoing`.
 */
function waitOf(conversation: Conversation, ongoing?: Wait, known?: ReadonlySet<string>): Wait {
  const { id, waiting_since: since, updated_at: updatedAt } = conversation;
  const key = `${id} ${since ?? ''}`;
  if (ongoing?.since === since) return ongoing;
  const isAgain = known?.has(key) === true;
  return { since, key: isAgain ? `${key} ${updatedAt}` : key, at: isAgain ? updatedAt : (since ?? updatedAt) };
}

function callOfWait(conversation: Conversation, { key, at }: Wait, say: Say<typeof appTexts>): [string, Call] {
  const { id, handover, subject, last_message: last, interface: chat } = conversation;
  const title = say('waitsForYou', { name: nameOf(conversation, say) });
  // What the agent has said since would look like the visitor's words.
  const words = last?.author_type === 'visitor' ? last.preview : subject;
  return [key, { id, at, title, body: handover?.reason || handover?.summary || words || chat.name }];
}

/** Nothing if another tab has already shown the message. */
function callOf(conversation: Conversation, say: Say<typeof appTexts>): [string, Call][] {
  const { id, unread_count: unread, last_message: last } = conversation;
  if (unread === 0 || last?.author_type !== 'visitor') return [];
  const title = say('writesToYou', { name: nameOf(conversation, say) });
  return [[`${id} ${last.at}`, { id, at: last.at, title, body: last.preview }]];
}
