import { useRef, useState } from 'preact/hooks';
import { useUploadDocument } from '../../data/documents.ts';

export interface Upload {
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly error: unknown;
}

export interface Uploads {
  readonly all: readonly Upload[];
  add(files: readonly File[]): void;
  retry(file: File): void;
  dismiss(): void;
}

/** Maximum concurrent requests: enough to use the connection, few enough for the server. */
const maxAtOnce = 3;

/** Uploads many files, a few at a time; a failed one does not stop the others. */
export function useUploads(baseId: string): Uploads {
  const upload = useUploadDocument(baseId);
  const [all, setAll] = useState<readonly Upload[]>([]);
  const waiting = useRef<File[]>([]);
  const running = useRef(0);

  const change = (file: File, state: Upload['state'], error: unknown = null) =>
    setAll((before) => before.map((entry) => (entry.file === file ? { file, state, error } : entry)));
  const startNext = () => {
    while (running.current < maxAtOnce) {
      const file = waiting.current.shift();
      if (file === undefined) return;
      running.current += 1;
      void send(file);
    }
  };
  const send = async (file: File) => {
    change(file, 'sending');
    try {
      await upload.mutateAsync(file);
      change(file, 'done');
    } catch (error) {
      change(file, 'failed', error);
    }
    running.current -= 1;
    startNext();
  };

  return {
    all,
    add: (files) => {
      setAll((before) => [
        ...before.filter(({ state }) => state !== 'done'),
        ...files.map((file) => ({ file, state: 'waiting' as const, error: null })),
      ]);
      waiting.current.push(...files);
      startNext();
    },
    retry: (file) => {
      change(file, 'waiting');
      waiting.current.push(file);
      startNext();
    },
    dismiss: () => setAll([]),
  };
}
