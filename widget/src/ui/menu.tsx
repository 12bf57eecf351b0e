import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Later, loadLater } from './later.tsx';

/** Rarely used actions. The items are loaded when the pointer or the focus comes near the button. */
export function Menu() {
  const { menu } = usePanel().texts.value;
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** Arrow keys pressed while the items were loading: as many steps from the first item. */
  const steps = useRef(0);
  const focusButton = () => box.current?.querySelector('button')?.focus();

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event) => {
      if (box.current && !event.composedPath().includes(box.current)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside, true);
    return () => removeEventListener('pointerdown', closeOutside, true);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    focusButton();
  };
  // Even while the items are loading, or the panel would handle Escape.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !event.defaultPrevented) {
      steps.current += step;
      event.preventDefault();
    }
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    close();
    if (event.key === 'Escape') event.stopPropagation();
  };
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <IconButton
        icon="more"
        label={menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={loadLater}
        onFocus={loadLater}
        onClick={() => {
          steps.current = 0;
          setOpen(!isOpen);
        }}
      />
      {isOpen && <Later>{({ MenuItems }) => <MenuItems first={steps.current} onClose={close} />}</Later>}
    </div>
  );
}
