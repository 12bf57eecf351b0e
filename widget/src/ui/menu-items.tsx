import { useLayoutEffect, useRef } from 'preact/hooks';
import { saveTranscript } from '../transcript/save-transcript.ts';
import type { TranscriptFormat } from '../transcript/save-transcript.ts';
import { usePanel } from './context.ts';
import { Icon } from './icon.tsx';
import { LaterIcon } from './later-icon.tsx';
import type { LaterIconName } from './later-icon.tsx';
import { peopleParts } from './people-parts.ts';

interface Item {
  icon: LaterIconName | 'person';
  label: string;
  isDanger?: boolean;
  run(): void;
}

interface Props {
  /** Which item gets the focus, counted from the first. */
  first: number;
  onClose(): void;
}

/** The items of the menu. Arrow keys move (WAI-ARIA menu button). */
export function MenuItems({ first, onClose }: Props) {
  const { chat, language, texts, view, sheet, focusComposer } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const { newThread, history, saveMarkdown, saveText, forget, menu } = texts.value;
  const hasMessages = chat.messages.value.length > 0;
  const { handover } = chat.face.value;
  const people = peopleParts.part.value;
  const canAsk = handover?.enabled && chat.answering.state.value.status === 'bot';
  const canKeep = chat.face.value.behaviour.persistence !== 'memory';

  const save = (format: TranscriptFormat) => saveTranscript(chat, texts.value, format);
  const items: Item[] = [];
  if (canAsk && people) {
    const label = people.peopleTexts(language.value).ask;
    items.push({ icon: 'person', label, run: () => (void chat.act('handover'), focusComposer()) });
  }
  if (hasMessages) {
    items.push({ icon: 'edit', label: newThread, run: () => (chat.newThread(), focusComposer()) });
  }
  if (people) {
    const { soundOff, soundOn } = people.peopleTexts(language.value);
    const { isMuted = false } = chat.storage.read();
    const run = () => chat.storage.update({ isMuted: !isMuted });
    items.push({ icon: 'sound', label: isMuted ? soundOn : soundOff, run });
  }
  if (canKeep) items.push({ icon: 'history', label: history, run: () => (view.value = 'history') });
  if (hasMessages) {
    items.push(
      { icon: 'save', label: saveMarkdown, run: () => save('markdown') },
      { icon: 'save', label: saveText, run: () => save('text') },
    );
  }
  items.push({ icon: 'trash', label: forget, isDanger: true, run: () => (sheet.value = { kind: 'forget' }) });

  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])];
  // Together with the menu itself, not a frame later: a key pressed in between would go to the panel.
  useLayoutEffect(() => {
    const all = buttons();
    all.at(first % all.length)?.focus();
  }, [first]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.findIndex((button) => button === event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else if (event.key === 'Home' || event.key === 'End') all.at(event.key === 'Home' ? 0 : -1)?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <div class="pop" ref={box} role="menu" aria-label={menu} tabindex={-1} onKeyDown={onKeyDown}>
      {items.map(({ icon, label, isDanger, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabindex={-1}
          class={isDanger === true ? 'danger' : undefined}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {icon === 'person' ? <Icon name={icon} /> : <LaterIcon name={icon} />}
          {label}
        </button>
      ))}
    </div>
  );
}
