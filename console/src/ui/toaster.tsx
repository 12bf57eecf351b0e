import { createAnnouncer, type Announcer } from '@portico/browser-kit/announcer';
import { CircleCheck, CircleAlert } from 'lucide-react';
import { createContext, type ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { type Dispatch, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Note {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'bad';
}

export interface Toaster {
  /** Confirms an action and disappears by itself. */
  done(text: string): void;
  /** Reports that a background action of the member has failed. */
  failed(text: string): void;
}

const ToasterContext = createContext<Toaster>({ done: () => {}, failed: () => {} });

export function useToaster(): Toaster {
  return useContext(ToasterContext);
}

const SlotContext = createContext<Dispatch<HTMLElement | null>>(() => {});

/** The place of the messages on a screen with controls at the end of the page, which they would cover otherwise. */
export function ToastSlot() {
  const setSlot = useContext(SlotContext);
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setSlot(slot.current);
    return () => setSlot(null);
  }, [setSlot]);
  return <div ref={slot} />;
}

/** Milliseconds that a message stays; errors stay longer. */
const stay = { good: 3_000, bad: 8_000 } as const;

export function ToasterProvider({ children }: { children: ComponentChildren }) {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const announcer = useRef<Announcer | null>(null);
  const next = useRef(0);
  useEffect(() => {
    const created = createAnnouncer(document.body, 'visually-hidden');
    announcer.current = created;
    return () => created.remove();
  }, []);

  const toaster = useMemo(() => {
    const add = (kind: Note['kind'], text: string) => {
      next.current += 1;
      const note = { id: next.current, text, kind };
      setNotes((shown) => [...shown.slice(-2), note]);
      setTimeout(() => setNotes((shown) => shown.filter(({ id }) => id !== note.id)), stay[kind]);
      announcer.current?.announce(text);
    };
    return { done: (text: string) => add('good', text), failed: (text: string) => add('bad', text) };
  }, []);

  // The announcer reads them out; this is for the eyes.
  const shown = (
    <div class={slot === null ? 'toasts' : 'toasts toasts-in-slot'} aria-hidden="true">
      {notes.map(({ id, text, kind }) => (
        <div key={id} class={`toast toast-${kind}`}>
          {kind === 'good' ? <CircleCheck size={16} /> : <CircleAlert size={16} />}
          {text}
        </div>
      ))}
    </div>
  );
  return (
    <ToasterContext.Provider value={toaster}>
      <SlotContext.Provider value={setSlot}>{children}</SlotContext.Provider>
      {slot === null ? shown : createPortal(shown, slot)}
    </ToasterContext.Provider>
  );
}
