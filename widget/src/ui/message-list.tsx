import { wideScreen } from '@portico/browser-kit/breakpoints';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Later } from './later.tsx';
import { MessageView } from './message.tsx';
import { Typing } from './typing.tsx';
import { Welcome } from './welcome.tsx';

/** Closer to the end than this many pixels, the list follows new text. */
const NEAR = 60;

/**
 * The conversation. It follows new text until the beginning of the last message is at the top, so that a long reply is
 * read from there; not at all if the visitor has scrolled away, and to the end if they have scrolled there.
 */
export function MessageList() {
  const { chat, mode, texts } = usePanel();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  /** Where the list has scrolled by itself, or was scrolled to its end. */
  const top = useRef(0);
  /** Its height when it last scrolled by itself. */
  const height = useRef(0);
  const [isAway, setAway] = useState(false);
  const messages = chat.messages.value;
  const last = messages.at(-1);
  const lastOwn = messages.findLast(({ role }) => role === 'user')?.clientMessageId;
  const isWaiting = chat.isAwaited.value && (last?.status === 'complete' || last?.status === 'sending');

  const scrollTo = (goal: number) => {
    const element = scroller.current;
    if (!element) return;
    // At most to the end.
    element.scrollTop = goal;
    top.current = element.scrollTop;
    height.current = element.scrollHeight;
  };
  const toEnd = () => {
    follows.current = true;
    scrollTo(1e9);
  };
  const follow = () => {
    const newest = content.current?.lastElementChild;
    if (follows.current && scroller.current && newest instanceof HTMLElement) {
      // Before the first message nothing is followed.
      const start = newest.matches('.prompts') ? 0 : Math.max(0, newest.offsetTop - NEAR);
      // Safari scrolls to the beginning when the list shrinks.
      const { scrollTop, scrollHeight } = scroller.current;
      const at = start && scrollHeight < height.current ? top.current : scrollTop;
      scrollTo(at > start + 1 ? 1e9 : start);
    }
    onScroll();
  };

  useEffect(() => {
    const observer = new ResizeObserver(follow);
    if (content.current) observer.observe(content.current);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  // The visitor's own message scrolls to the end.
  useLayoutEffect(() => {
    follows.current = true;
    // An empty conversation needs no scrolling, which would force a layout while the panel opens.
    if (lastOwn) toEnd();
  }, [lastOwn]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    // Growth and shrinking of the list are not scrolling by the reader.
    if (distance < NEAR) {
      follows.current = true;
      top.current = element.scrollTop;
    } else if (element.scrollHeight >= height.current && Math.abs(element.scrollTop - top.current) > 1)
      follows.current = false;
    setAway(distance > 200);
  };

  const readEarlier = () => {
    const element = scroller.current;
    const first = content.current?.querySelector<HTMLElement>('.msg');
    if (!element || !first) return;
    void chat.readEarlier(() => {
      const above = first.offsetTop - element.scrollTop;
      requestAnimationFrame(() => {
        // Some browsers have kept the place already. And the visitor's own message may be among the earlier ones.
        follows.current = false;
        scrollTo(first.offsetTop - above);
      });
    });
  };

  return (
    <div class="list">
      {mode === 'page' && matchMedia(wideScreen).matches && (
        <Later>{({ HistoryView }) => <HistoryView isSide />}</Later>
      )}
      <div
        class="scroll"
        ref={scroller}
        onScroll={onScroll}
        tabindex={0}
        role="log"
        aria-live="off"
        aria-label={texts.value.conversation}
      >
        <div class="thread" ref={content}>
          {chat.hasEarlier.value && (
            <button type="button" class="quiet" onClick={readEarlier} aria-disabled={chat.isLoading.value}>
              {texts.value.earlier}
            </button>
          )}
          <Welcome />
          {messages.map((message) => (
            <MessageView key={message.clientMessageId ?? message.id} message={message} isLast={message === last} />
          ))}
          {isWaiting && <Typing label={texts.value.thinking} />}
        </div>
      </div>
      {isAway && <IconButton icon="down" label={texts.value.latest} class="latest" onClick={toEnd} />}
    </div>
  );
}
