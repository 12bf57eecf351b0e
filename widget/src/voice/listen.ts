/**
 * The part of the Web Speech API (W3C community draft) that is used; browsers have it under one of two names,
 * TypeScript under none.
 */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}
interface ResultEvent extends Event {
  results: Iterable<Iterable<{ transcript: string }>>;
}
type RecognitionConstructor = new () => Recognition;

export interface ListenOptions {
  /** Spoken language (BCP 47). */
  language: string;
  /** The text recognised so far; it may still change. */
  onText(text: string): void;
  /** It has ended: `denied` if the microphone is not allowed, `failed` for any other error; null if it just ended. */
  onEnd(fault: 'denied' | 'failed' | null): void;
}

export interface Listening {
  /** Ends it, and still delivers the last words. */
  stop(): void;
  /** Ends it immediately without a further call. */
  abort(): void;
}

/** Speech recognition of the browser. Where the browser sends the audio is up to its vendor. */
export function listen({ language, onText, onEnd }: ListenOptions): Listening {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Record<
    'SpeechRecognition' | 'webkitSpeechRecognition',
    RecognitionConstructor | undefined
  >;
  const Constructor = SpeechRecognition ?? webkitSpeechRecognition;
  const ended = new AbortController();
  const { signal } = ended;
  let fault: 'denied' | 'failed' | null = null;
  const end = () => {
    ended.abort();
    onEnd(fault);
  };
  if (!Constructor) {
    fault = 'failed';
    queueMicrotask(end);
    return { stop: () => {}, abort: () => {} };
  }
  const recognition = new Constructor();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.addEventListener(
    'result',
    (event) => {
      const { results } = event as ResultEvent;
      onText(Array.from(results, ([best]) => best?.transcript ?? '').join(''));
    },
    { signal },
  );
  recognition.addEventListener(
    'error',
    (event) => {
      const code = (event as Event & { error?: string }).error ?? '';
      // Silence and a stop are not errors.
      if (code === 'no-speech' || code === 'aborted') return;
      fault = code === 'not-allowed' || code === 'service-not-allowed' ? 'denied' : 'failed';
    },
    { signal },
  );
  recognition.addEventListener('end', end, { signal });
  recognition.start();
  return {
    stop: () => recognition.stop(),
    abort() {
      ended.abort();
      recognition.abort();
    },
  };
}
