import { useRef, useState } from 'preact/hooks';
import { useExportVisitor } from '../../../data/visitor-data.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { toRequest, type Subject } from './subject.ts';
import { visitorTexts } from './texts.ts';
import { useOutcome } from './use-outcome.ts';

/** The download of a person's archive. It continues on other screens. */
export function useArchive() {
  const say = useTexts(visitorTexts);
  const { mutate, reset, isPending, data, error } = useExportVisitor(useOutcome(say('downloaded')));
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController | null>(null);
  return {
    isBusy: isPending,
    bytes,
    saved: data,
    error,
    start: (subject: Subject) => {
      const { signal } = (stop.current = new AbortController());
      setBytes(0);
      mutate({ subject: toRequest(subject), signal, onBytes: setBytes });
    },
    cancel: () => {
      stop.current?.abort();
      reset();
    },
    clear: reset,
  };
}
