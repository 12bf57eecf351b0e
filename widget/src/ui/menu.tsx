import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface Item {
  icon: IconName;
  label: string;
  isDanger?: boolean;
  run(): void;
}

/** What one seldom needs. Arrow keys move, Escape closes and gives the focus back (WAI-ARIA menu button). */
export function Menu() {
  const { chat, texts, view, sheet, focusComposer } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { newThread, history, saveMarkdown, saveText, forget, menu } = texts.value;
  const hasMessages = chat.messages.value.length > 0;
  const canKeep = chat.face.value.behaviour.persistence !== 'memory';

  const save = async (format: 'markdown' | 'text') => {
    const { saveTranscript } = await import('../transcript/save-transcript.ts');
    saveTranscript(chat, texts.value, format);
  };
  const items: Item[] = [];
  if (hasMessages) {
    items.push({ icon: 'edit', label: newThread, run: () => (chat.newThread(), focusComposer()) });
  }
  if (canKeep) items.push({ icon: 'history', label: history, run: () => (view.value = 'history') });
  if (hasMessages) {
    items.push(
      { icon: 'save', label: saveMarkdown, run: () => void save('markdown') },
      { icon: 'save', label: saveText, run: () => void save('text') },
    );
  }
  items.push({ icon: 'trash', label: forget, isDanger: true, run: () => (sheet.value = { kind: 'forget' }) });

  const buttons = () => [...(box.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])];
  const toggleButton = () => box.current?.querySelector<HTMLButtonElement>('[aria-haspopup]');

  // With the menu itself, not a frame later: a key pressed in between would go to the panel, and Escape would close that.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    buttons()[0]?.focus();
    const closeOutside = (event: Event) => {
      if (box.current && !event.composedPath().includes(box.current)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside, true);
    return () => removeEventListener('pointerdown', closeOutside, true);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      setOpen(false);
      toggleButton()?.focus();
      if (event.key === 'Escape') event.stopPropagation();
    } else if (step !== undefined) {
      all[(at + step + all.length) % all.length]?.focus();
    } else if (event.key === 'Home' || event.key === 'End') {
      all.at(event.key === 'Home' ? 0 : -1)?.focus();
    } else return;
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    <div class="menu" ref={box}>
      <IconButton
        icon="more"
        label={menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div class="pop" role="menu" aria-label={menu} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map(({ icon, label, isDanger, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={isDanger === true ? 'danger' : undefined}
              onClick={() => {
                setOpen(false);
                toggleButton()?.focus();
                run();
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
