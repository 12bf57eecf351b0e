import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface MenuProps {
  icon: IconName;
  label: string;
  items: readonly { label: string; act: () => void }[];
}

/** A button that opens a small menu; Esc, a choice or a press elsewhere closes it. */
export function Menu({ icon, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector<HTMLElement>('.menu-items button')?.focus();
    const close = (event: Event) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target) === true)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);

  const finish = (act?: () => void) => {
    setOpen(false);
    opener.current?.focus();
    act?.();
  };
  return (
    <div
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        finish();
      }}
    >
      <button
        ref={opener}
        type="button"
        class="button button-small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
        {label}
      </button>
      {isOpen && (
        <ul class="menu-items">
          {items.map((item) => (
            <li key={item.label}>
              <button type="button" onClick={() => finish(item.act)}>
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
