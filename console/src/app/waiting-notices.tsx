import type { Conversation } from '@portico/shared-types/api/conversations';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useTexts } from '../text/use-texts.ts';
import { readNoticeChoice } from './notice-choice.ts';
import { playChime } from './play-chime.ts';
import { appTexts } from './texts.ts';

/** Shows a notification and plays a sound once for each visitor who begins to wait, as the member has chosen. */
export default function WaitingNotices({ waiting }: { waiting: readonly Conversation[] }) {
  const say = useTexts(appTexts);
  const [location, navigate] = useLocation();
  // Visitors who were waiting when this page was opened are visible in the list.
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    const keys = new Map(waiting.map((each) => [`${each.id} ${each.waiting_since ?? ''}`, each]));
    const before = known.current;
    known.current = new Set([...(before ?? []), ...keys.keys()]);
    if (before === undefined) return;
    const arrived = [...keys].filter(([key]) => !before.has(key)).map(([, conversation]) => conversation);
    const unseen = arrived.filter(({ id }) => document.hidden || location !== `/conversations/${id}`);
    if (unseen.length === 0) return;
    const choice = readNoticeChoice();
    if (choice.sound) playChime();
    if (!choice.desktop) return;
    for (const { id, visitor, handover, last_message: last } of unseen) {
      const notice = new Notification(say('waitsForYou', { name: visitor.name ?? visitor.email ?? say('aVisitor') }), {
        body: handover?.reason ?? last?.preview ?? '',
        // Several tabs together show one notification.
        tag: id,
      });
      notice.addEventListener('click', () => {
        focus();
        navigate(`/conversations/${id}`);
        notice.close();
      });
    }
  }, [waiting, say, location, navigate]);
  return null;
}
