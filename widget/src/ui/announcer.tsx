import { createAnnouncer } from '@portico/browser-kit/announcer';
import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { memo } from '@portico/browser-kit/markdown/memo';
import { speakable } from '@portico/browser-kit/markdown/plain-text';
import { usePanel } from './context.ts';

/** The panel's only live region: each finished reply is announced once, as a whole. */
export function Announcer() {
  return (
    <>
      <Watch />
      <Voice />
    </>
  );
}

/** Renders nothing, so that streamed text changes no node that is read out. */
const Watch = memo(() => {
  const { chat, announcement, sheet, texts } = usePanel();
  const streaming = useRef(new Set<string>());
  const messages = chat.messages.value;
  useEffect(() => {
    if (messages.length === 0) {
      // For another visitor or conversation nothing of the last one is kept, not even hidden.
      streaming.current.clear();
      announcement.value = '';
      sheet.value = null;
    }
    for (const { id, status, role, content } of messages) {
      if (role !== 'assistant') continue;
      if (status === 'streaming') streaming.current.add(id);
      else if (streaming.current.delete(id) && content !== '') {
        const name = chat.face.peek().behaviour.title;
        announcement.value = fill(texts.peek().says, { name, text: speakable(content) });
      }
    }
  }, [messages, chat, announcement, sheet, texts]);
  return null;
});

/** The live region is filled outside of Preact, which sees an element without children. */
const Voice = memo(() => {
  const { announcement } = usePanel();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const announcer = createAnnouncer(place.current, 'sr');
    const stop = announcement.subscribe((text) => {
      if (text === null) return;
      if (text) announcer.announce(text);
      else announcer.clear();
      // The same text may be announced again.
      announcement.value = null;
    });
    return () => {
      stop();
      announcer.remove();
    };
  }, [announcement]);
  return <div ref={place} />;
});
