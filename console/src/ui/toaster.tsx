import { createAnnouncer, type Announcer } from '@portico/browser-kit/announcer';
import { CircleCheck, CircleAlert } from 'lucide-react';
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';

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

/** Milliseconds that a message stays; errors stay longer. */
const stay = { good: 3_000, bad: 8_000 } as const;

export function ToasterProvider({ children }: { children: ComponentChildren }) {
  const [notes, setNotes] = useState<readonly Note[]>([]);
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

  return (
    <ToasterContext.Provider value={toaster}>
      {children}
      {/* The announcer reads them out; this is for the eyes. */}
      <div class="toasts" aria-hidden="true">
        {notes.map(({ id, text, kind }) => (
          <div key={id} class={`toast toast-${kind}`}>
            {kind === 'good' ? <CircleCheck size={16} /> : <CircleAlert size={16} />}
            {text}
          </div>
        ))}
      </div>
    </ToasterContext.Provider>
  );
}
