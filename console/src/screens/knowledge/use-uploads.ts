import type { KnowledgeDocument } from '@portico/shared-types/api/knowledge-bases';
import { useRef, useState } from 'preact/hooks';
import { useUploadDocument } from '../../data/documents.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { startOf } from '../../ui/format-json.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { knowledgeTexts } from './texts.ts';

export interface Upload {
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'present' | 'failed';
  readonly error: unknown;
  /** The document with the same content that was there before; only if the state is `present`. */
  readonly document?: Pick<KnowledgeDocument, 'id' | 'name'>;
}

export interface Uploads {
  readonly all: readonly Upload[];
  add(files: readonly File[]): void;
  retry(file: File): void;
  dismiss(): void;
}

/** Maximum concurrent requests: enough to use the connection, few enough for the server. */
const maxAtOnce = 3;
/** Characters of the file names in a message, and of the reasons. */
const maxText = 200;

/**
 * Uploads many files, a few at a time; a failed one does not stop the others. They are also uploaded if the screen is left
 * in the meantime; then, a message names those that fail.
 */
export function useUploads(baseId: string): Uploads {
  const say = useTexts(knowledgeTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const isShown = useIsShown();
  const upload = useUploadDocument(baseId);
  const [all, setAll] = useState<readonly Upload[]>([]);
  const waiting = useRef<File[]>([]);
  const running = useRef(0);
  const failedUnseen = useRef<{ name: string; reason: string }[]>([]);

  const change = (file: File, state: Upload['state'], more: Partial<Upload> = {}) =>
    setAll((before) => before.map((entry) => (entry.file === file ? { file, state, error: null, ...more } : entry)));
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
      const { document, isNew } = await upload.mutateAsync(file);
      if (isNew) change(file, 'done');
      else change(file, 'present', { document });
    } catch (error) {
      change(file, 'failed', { error });
      if (!isShown()) failedUnseen.current.push({ name: file.name, reason: explain(error) });
    }
    running.current -= 1;
    startNext();
    if (running.current === 0) reportUnseen();
  };
  const reportUnseen = () => {
    const failed = failedUnseen.current.splice(0);
    if (failed.length === 0) return;
    const names = shorten(failed.map(({ name }) => name).join(', '));
    const reason = shorten([...new Set(failed.map((each) => each.reason))].join(' '));
    toaster.failed(say('notSentNames', { count: failed.length, names, reason }));
  };

  return {
    all,
    add: (files) => {
      setAll((before) => [
        ...before.filter(({ state }) => state !== 'done' && state !== 'present'),
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

function shorten(text: string): string {
  return text.length <= maxText ? text : `${startOf(text, maxText)}…`;
}
